import { shownName } from '../../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import {
  type Import,
  type ImportChoices,
  type ImportTarget,
  usualImportChoices,
} from '../../../../common/schemas/import.ts';
import { Choice, chosen } from '../../../components/controls/Choice.tsx';
import { Switch } from '../../../components/controls/Switch.tsx';
import { useFormBusy } from '../../../components/feedback/useBusy.ts';
import { displayName } from '../../../lib/person.ts';
import { mayIn } from '../../folders/state/useFolder.ts';
import { useFolderLists } from '../../folders/state/useFolderLists.ts';
import { countOf } from '../../folders/state/wording.ts';
import { chooseFor } from '../importWork.queries.ts';
import classes from './Choices.module.css';

const conflicts = [
  { value: 'mine', label: 'Keep mine' },
  { value: 'theirs', label: 'Take the file’s' },
  { value: 'newest', label: 'Take the newest' },
] as const;

/** Where each kind goes. */
export function Choices({ moving }: { moving: Import }) {
  const { choices, counts, lists } = moving;
  const { run } = useFormBusy();
  const targets = useTargets();
  const has = (kind: keyof Import['counts']) => (counts[kind]?.in ?? 0) > 0;
  const hasSeen = has('plays') || has('seenUndated');
  const change = (changed: Partial<ImportChoices>) =>
    run(() => chooseFor(moving, changed), 'Couldn’t save your choice. Try again.');
  const goTo = (listKey: string, target: ImportTarget) => {
    const others = choices.lists.filter((one) => one.listKey !== listKey);
    // A new list with this name is what happens without a choice.
    change({ lists: target && 'name' in target ? others : [...others, { listKey, target }] });
  };

  return (
    <div className={classes.choices}>
      {(has('wants') || (hasSeen && choices.withSeen)) && (
        <>
          <TargetChoice
            label="Films to watch"
            value={choices.films}
            usual={usualImportChoices.films}
            targets={targets}
            onChange={(films) => change({ films })}
          />
          <TargetChoice
            label="Shows to watch"
            value={choices.shows}
            usual={usualImportChoices.shows}
            targets={targets}
            onChange={(shows) => change({ shows })}
          />
        </>
      )}
      {hasSeen && (
        <>
          <Switch
            label="Put what I’ve seen into my diary"
            description="Days and viewings, and how far you are in shows"
            checked={choices.plays}
            onChange={({ currentTarget }) => change({ plays: currentTarget.checked })}
          />
          <Switch
            label="Add what I’ve seen to the lists too"
            description="Marked as watched"
            checked={choices.withSeen}
            onChange={({ currentTarget }) => change({ withSeen: currentTarget.checked })}
          />
        </>
      )}
      {has('ratings') && (
        <Switch
          label="Ratings"
          description="As stars, rounded. The original rating is kept."
          checked={choices.ratings}
          onChange={({ currentTarget }) => change({ ratings: currentTarget.checked })}
        />
      )}
      {has('reviews') && (
        <Switch
          label="Reviews"
          description="The texts of what you rated. Only you see them."
          checked={choices.reviews}
          onChange={({ currentTarget }) => change({ reviews: currentTarget.checked })}
        />
      )}
      {(has('ratings') || has('reviews')) && (choices.ratings || choices.reviews) && (
        <Choice
          label="Where I have a review already"
          data={[...conflicts]}
          value={choices.existingReviews}
          onChange={({ currentTarget }) => {
            const existingReviews = chosen(conflicts, currentTarget.value);
            if (existingReviews) change({ existingReviews });
          }}
        />
      )}
      {lists.length > 0 && (
        <fieldset className={classes.lists}>
          <legend>{countOf(lists.length, 'list')} from the files</legend>
          {lists.map(({ listKey, name, items }) => (
            <TargetChoice
              key={listKey}
              label={name}
              description={countOf(items, 'title')}
              value={choices.lists.find((one) => one.listKey === listKey)?.target ?? { name }}
              usual={{ name }}
              targets={targets}
              onChange={(target) => goTo(listKey, target)}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}

interface Targets {
  own: Replica[];
  shared: Replica[];
}

/** The lists to which the viewer may add. */
function useTargets(): Targets {
  const { own, sharedWithMe } = useFolderLists();
  return { own, shared: sharedWithMe.filter((replica) => mayIn(replica, 'item:add')) };
}

interface TargetChoiceProps {
  label: string;
  description?: string;
  value: ImportTarget;
  /** Where it goes unless the viewer chooses. */
  usual: ImportTarget;
  targets: Targets;
  onChange: (target: ImportTarget) => void;
}

function TargetChoice({ label, description, value, usual, targets, onChange }: TargetChoiceProps) {
  const shown = shownTarget(value, targets);
  const options = optionsOf([shownTarget(usual, targets), shown], targets);
  return (
    <Choice
      label={label}
      description={description}
      data={options}
      value={keyOf(shown)}
      onChange={({ currentTarget }) => onChange(targetOf(currentTarget.value))}
    />
  );
}

/** A list of the viewer that has the name already is that list. */
function shownTarget(target: ImportTarget, { own }: Targets): ImportTarget {
  if (!target || 'folderId' in target) return target;
  const known = own.find((replica) => shownName(replica).toLowerCase() === target.name.toLowerCase());
  return known ? { folderId: known.folder.id } : target;
}

function optionsOf(possible: readonly ImportTarget[], { own, shared }: Targets) {
  const listItem = (replica: Replica, hint?: string | false) => ({
    value: keyOf({ folderId: replica.folder.id }),
    label: [shownName(replica), hint].filter(Boolean).join(' · '),
  });
  const ownItems = own.map((replica) => listItem(replica, replica.folder.isSharedByMe && 'shared'));
  const sharedItems = shared.map((replica) =>
    listItem(replica, replica.folder.sharedByUser ? displayName(replica.folder.sharedByUser) : undefined),
  );
  const newNames = new Set(possible.flatMap((target) => (target && 'name' in target ? [target.name] : [])));
  return [
    ...[...newNames].map((name) => ({ value: keyOf({ name }), label: `New list “${name}”` })),
    ...(ownItems.length > 0 ? [{ group: 'My lists', items: ownItems }] : []),
    ...(sharedItems.length > 0 ? [{ group: 'Shared with me', items: sharedItems }] : []),
    { value: keyOf(null), label: 'Don’t add them to a list' },
  ];
}

function keyOf(target: ImportTarget): string {
  if (!target) return 'nowhere';
  return 'folderId' in target ? `list:${target.folderId}` : `own:${target.name}`;
}

function targetOf(key: string): ImportTarget {
  if (key.startsWith('list:')) return { folderId: key.slice(5) };
  return key.startsWith('own:') ? { name: key.slice(4) } : null;
}
