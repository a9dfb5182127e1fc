import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { limits } from '../../../../common/constants.ts';
import type { Family } from '../../../../common/families.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import type { OpenPollBody, Poll } from '../../../../common/schemas/poll.ts';
import { SegmentedFilter } from '../../../components/controls/SegmentedFilter.tsx';
import { Switch } from '../../../components/controls/Switch.tsx';
import { LoadFailed } from '../../../components/feedback/LoadFailed.tsx';
import { Skeleton } from '../../../components/feedback/Skeletons.tsx';
import { toastError } from '../../../components/toast/toast.ts';
import { openPoll } from '../../../features/folders/polls/poll.api.ts';
import { useFolders } from '../../../features/folders/state/folder.store.ts';
import { useFolder } from '../../../features/folders/state/useFolder.ts';
import { ApiError } from '../../../lib/http/http.ts';
import classes from './OpenPoll.module.css';
import { PastPolls } from './PastPolls.tsx';
import { TitleChoice } from './TitleChoice.tsx';

const counts = ['4', '6', '8', '12'].map((value) => ({ value, label: value }));

const kinds = [
  { value: 'all', label: 'All' },
  { value: 'movie', label: 'Movies' },
  { value: 'tv', label: 'TV Shows' },
] as const;

const lengths = [
  { value: 'any', label: 'Any' },
  { value: '90', label: '1½ h' },
  { value: '120', label: '2 h' },
  { value: '150', label: '2½ h' },
] as const;

const ways = [
  { value: 'mix', label: 'A good mix' },
  { value: 'chosen', label: 'My choice' },
] as const;

interface Choice {
  way: (typeof ways)[number]['value'];
  /** The ids of the titles of 'My choice'. */
  chosen: readonly string[];
  count: string;
  kind: (typeof kinds)[number]['value'];
  length: (typeof lengths)[number]['value'];
  onlyUnseen: boolean;
  includePicks: boolean;
  hasOpenBallots: boolean;
}

const usual: Choice = {
  way: 'mix',
  chosen: [],
  count: '8',
  kind: 'all',
  length: 'any',
  onlyUnseen: false,
  includePicks: true,
  hasOpenBallots: false,
};

interface OpenPollProps {
  folderId: string;
  family: Family;
  onOpened: (poll: Poll) => void;
  /** Somebody else has just opened one. */
  onExists: () => void;
}

/** Opens a vote on titles of the list, and shows what earlier votes chose. */
export function OpenPoll({ folderId, family, onOpened, onExists }: OpenPollProps) {
  const [choice, setChoice] = useState(usual);
  const { isBusy, open } = useOpening({ folderId, family, onOpened, onExists });
  const isByHand = choice.way === 'chosen';
  const { replica, hasFailed, error } = useFolder(folderId, family.key, { withItems: isByHand });
  // Another member may have removed a title meanwhile.
  const chosen = choice.chosen.filter((id) => replica?.items?.some((item) => item.id === id));
  const change = (changed: Partial<Choice>) => setChoice((known) => ({ ...known, ...changed }));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void open(toBody({ ...choice, chosen }));
  };
  const retry = () => {
    // A failure shows in the status.
    useFolders
      .getState()
      .loadItems(folderId, family.key)
      .catch(() => undefined);
  };
  return (
    <section className={classes.open} aria-labelledby="tonight">
      <h1 id="tonight">What are we watching tonight?</h1>
      <p className={classes.lead}>
        Everyone in this list says no, maybe or yes to a few titles. Marquee finds the one that suits you all.
      </p>
      <form className={classes.form} onSubmit={submit}>
        <Line label="Titles">
          <SegmentedFilter choices={ways} value={choice.way} onChange={(way) => change({ way })} label="Titles" />
        </Line>
        {!isByHand && <MixFields choice={choice} onChange={change} />}
        <Switch
          label="Open vote: with the result, everyone sees who voted what"
          checked={choice.hasOpenBallots}
          onChange={(event) => change({ hasOpenBallots: event.currentTarget.checked })}
        />
        {isByHand && (
          <ChosenTitles
            items={replica?.items}
            hasFailed={hasFailed}
            error={error}
            onRetry={retry}
            chosen={chosen}
            onChange={(ids) => change({ chosen: ids })}
          />
        )}
        <Button
          className={classes.submit}
          type="submit"
          size="md"
          loading={isBusy}
          disabled={isByHand && chosen.length < limits.candidates.min}
        >
          Gather everyone
        </Button>
      </form>
      <PastPolls folderId={folderId} family={family} />
    </section>
  );
}

function useOpening({ folderId, family, onOpened, onExists }: OpenPollProps) {
  const [isBusy, setBusy] = useState(false);
  const open = async (body: OpenPollBody) => {
    setBusy(true);
    try {
      onOpened(await openPoll(folderId, family.key, body));
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 'poll_open') onExists();
      else toastError(error, 'Couldn’t open the vote. Try again.');
    }
  };
  return { isBusy, open };
}

interface MixFieldsProps {
  choice: Choice;
  onChange: (changed: Partial<Choice>) => void;
}

/** What the mix is drawn from. */
function MixFields({ choice, onChange }: MixFieldsProps) {
  return (
    <>
      <Line label="How many">
        <SegmentedFilter
          choices={counts}
          value={choice.count}
          onChange={(count) => onChange({ count })}
          label="How many"
        />
      </Line>
      <Line label="Kind">
        <SegmentedFilter choices={kinds} value={choice.kind} onChange={(kind) => onChange({ kind })} label="Kind" />
      </Line>
      <Line label="At most">
        <SegmentedFilter
          choices={lengths}
          value={choice.length}
          onChange={(length) => onChange({ length })}
          label="At most"
        />
      </Line>
      <Switch
        label="Only titles that I haven't seen"
        checked={choice.onlyUnseen}
        onChange={(event) => onChange({ onlyUnseen: event.currentTarget.checked })}
      />
      <Switch
        label="Fill up with titles that are good for everyone here"
        checked={choice.includePicks}
        onChange={(event) => onChange({ includePicks: event.currentTarget.checked })}
      />
    </>
  );
}

interface ChosenTitlesProps {
  items: readonly Item[] | undefined;
  hasFailed: boolean;
  error: unknown;
  onRetry: () => void;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

function ChosenTitles({ items, hasFailed, error, onRetry, chosen, onChange }: ChosenTitlesProps) {
  if (items) return <TitleChoice items={items} chosen={chosen} onChange={onChange} />;
  return hasFailed ? (
    <LoadFailed title="Couldn’t load the titles" error={error} onRetry={onRetry} />
  ) : (
    <Skeleton height={240} />
  );
}

function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className={classes.line}>
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  );
}

function toBody({ way, chosen, count, kind, length, onlyUnseen, includePicks, hasOpenBallots }: Choice): OpenPollBody {
  if (way === 'chosen') return { itemIds: [...chosen], hasOpenBallots };
  return {
    count: Number(count),
    filters: {
      ...(kind !== 'all' && { mediaType: kind }),
      ...(length !== 'any' && { maxRuntime: Number(length) }),
      ...(onlyUnseen && { onlyUnseen }),
    },
    includePicks,
    hasOpenBallots,
  };
}
