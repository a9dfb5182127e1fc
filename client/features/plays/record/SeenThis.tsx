import { Button } from '@mantine/core';
import { IconEye, IconEyeCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { episodeText } from '../../../../common/episodeText.ts';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import type { Play } from '../../../../common/schemas/play.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { useReturnedFocus } from '../../../components/focus/useReturnedFocus.ts';
import { displayName, type Person } from '../../../lib/person.ts';
import { liveSeen } from '../../folders/seen/seen.store.ts';
import { useFolders } from '../../folders/state/folder.store.ts';
import { inWords } from '../../folders/state/wording.ts';
import { useUsers } from '../../users/users.store.ts';
import { useTitlePlays } from '../play.queries.ts';
import { whenText } from '../playTime.ts';
import classes from './record.module.css';

interface SeenButtonProps {
  title: Pick<TitleFacts, 'mediaType' | 'tmdbId'>;
  className?: string | undefined;
  isOpen: boolean;
  onToggle: () => void;
}

/** 'I've seen this', which opens the form below the actions. */
export function SeenButton({ title, className, isOpen, onToggle }: SeenButtonProps) {
  const hasSeen = useTitlePlays(title).length > 0;
  const button = useReturnedFocus(isOpen);
  const Icon = hasSeen ? IconEyeCheck : IconEye;
  return (
    <Button
      ref={button}
      size="md"
      variant="default"
      className={className}
      data-on={hasSeen || undefined}
      leftSection={<Icon size={20} stroke={1.75} />}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      I've seen this
    </Button>
  );
}

/** When the viewer and the others in the list saw the title. */
export function WhoSawIt({ title, folderId }: Pick<SeenButtonProps, 'title'> & { folderId: string | null }) {
  return <SeenLine plays={useTitlePlays(title)} others={useOthersWhoSaw(title, folderId)} />;
}

/** The others in the list who have seen a title and show it. */
function useOthersWhoSaw(title: SeenButtonProps['title'], folderId: string | null) {
  const marks = liveSeen.useKnown(folderId ?? '');
  const replica = useFolders((state) => state.entries[folderId ?? '']?.replica);
  const people = useUsers((state) => state.people);
  const key = titleKey(title);
  return useMemo(() => {
    const item = replica?.items?.find((one) => titleKey(one) === key);
    if (!item || !marks) return [];
    return Object.keys(marks.seen)
      .filter((userId) => userId !== replica?.viewerId && marks.seen[userId]?.has(item.id))
      .map((id): Person => people[id] ?? { id })
      .sort((a, b) => displayName(a).localeCompare(displayName(b)));
  }, [marks, replica, people, key]);
}

interface SeenLineProps {
  /** The viewer's plays of a title, newest first. */
  plays: readonly Play[];
  /** The others in the list who have seen it. */
  others: readonly Person[];
}

/** 'You saw this on January 31, 2026 with Ben, 2 times in all', and who else in the list has. */
function SeenLine({ plays, others }: SeenLineProps) {
  if (plays.length === 0 && others.length === 0) return null;
  return (
    <p className={classes.seen}>
      {plays.length > 0 && (
        <>
          <span>{playsText(plays, new Date())}</span>
          <Link to="/diary" className="roomy-link">
            Open diary
          </Link>
        </>
      )}
      {others.length > 0 && <span>{inWords(others.map(displayName), 'and')} saw it too.</span>}
    </p>
  );
}

/** 'You saw this yesterday with Ben, 3 times in all.' Of a show, what was seen last: 'You saw S2 E4 yesterday.' */
function playsText(plays: readonly Play[], now: Date): string {
  const [last] = plays;
  if (!last) return '';
  const { season, episode, companions } = last;
  const what = season === undefined || episode === undefined ? 'this' : episodeText({ season, episode });
  const together = companions.length > 0 ? ` with ${inWords(companions.map(displayName), 'and')}` : '';
  const count = plays.filter((play) => play.season === season && play.episode === episode).length;
  const times = count > 1 ? `, ${count} times in all` : '';
  return `You saw ${what} ${whenText(last, now)}${together}${times}.`;
}
