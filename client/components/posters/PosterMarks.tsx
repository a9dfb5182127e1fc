import { percentOf } from '../../lib/percent.ts';
import { displayName, initialOf, type Person } from '../../lib/person.ts';
import { Tooltip } from '../controls/Tooltip.tsx';
import { useMemberColour } from '../MemberColours.tsx';
import classes from './PosterMarks.module.css';

export interface PosterMarksProps {
  /** Dims the card and shows a check. */
  isWatched?: boolean;
  /** The ten-point rating, shown on a ticket stub in Reviewed. */
  userRating?: number | null;
  /** Users who have the title open: a ring in their colour with their initials. */
  viewers?: readonly Person[];
  /** A dot: there are comments that the viewer has not read. */
  hasNewComments?: boolean;
  /** How many episodes of a show the viewer has seen, of how many that have aired: a bar at the lower edge. */
  seenCount?: number;
  airedCount?: number;
  /** The user who just added it: it slides in with their avatar in an amber ring. */
  arrivedFrom?: Person | null;
}

/** What is marked on the picture: on the rewatch list, the rating, progress, new comments, who has it open and who added it. */
export function PosterMarks(props: PosterMarksProps) {
  const { isWatched, userRating, viewers = [], hasNewComments, arrivedFrom, seenCount, airedCount } = props;
  const colourOf = useMemberColour();
  return (
    <>
      {isWatched && <span className={classes.check} />}
      {userRating != null && (
        <span className={classes.ticket} aria-hidden="true">
          {userRating}/10
        </span>
      )}
      {hasNewComments && <span className={classes.unread} />}
      {viewers[0] && (
        <span className={classes.viewer} aria-hidden="true">
          {viewersMark(viewers)}
        </span>
      )}
      <ProgressBar {...{ seenCount, airedCount }} />
      {arrivedFrom && (
        <span className={classes.arrival} aria-hidden="true" style={{ '--ring': colourOf(arrivedFrom.id) }}>
          {initialOf(arrivedFrom)}
        </span>
      )}
    </>
  );
}

function ProgressBar({ seenCount = 0, airedCount = 0 }: Pick<PosterMarksProps, 'seenCount' | 'airedCount'>) {
  if (seenCount === 0) return null;
  return (
    <span className={classes.progress} aria-hidden="true">
      <span style={{ width: percentOf(seenCount, airedCount) }} />
    </span>
  );
}

function viewersMark(viewers: readonly Person[]): string {
  const [first, ...others] = viewers;
  return others.length > 0 ? `${initialOf(first)}+${others.length}` : initialOf(first);
}

/** More do not fit under the narrowest poster. The tooltip has all names. */
const MOST = 8;

/** One dot for each member who has seen a title. The label of the poster says the names. */
export function SeenDots({ people }: { people: readonly Person[] }) {
  const colourOf = useMemberColour();
  return (
    <Tooltip label={seenByText(people)}>
      <span className={classes.dots} aria-hidden="true">
        {people.slice(0, MOST).map(({ id }) => (
          <span key={id} className={classes.dot} style={{ '--member': colourOf(id) }} />
        ))}
      </span>
    </Tooltip>
  );
}

/** 'Seen by Ana, Ben and Cleo'. */
export function seenByText(people: readonly Person[]): string {
  const names = people.map(displayName);
  const last = names.at(-1);
  return `Seen by ${names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last}`;
}
