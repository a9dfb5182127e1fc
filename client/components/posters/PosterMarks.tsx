import { initialOf, type Person } from '../../lib/person.ts';
import { useMemberColour } from '../MemberColours.tsx';
import classes from './PosterMarks.module.css';

export interface PosterMarksProps {
  /** Dims the card and shows a check. */
  isWatched?: boolean;
  /** The ten-point rating, shown on a ticket stub in Reviewed. */
  userRating?: number | null;
  /** Users who have the title open: a ring in their colour with their initials. */
  viewers?: readonly Person[];
  /** The user who just added it: it slides in with their avatar in an amber ring. */
  arrivedFrom?: Person | null;
}

/** What is marked on the picture: on the rewatch list, the rating, who has it open and who just added it. */
export function PosterMarks({ isWatched, userRating, viewers = [], arrivedFrom }: PosterMarksProps) {
  const colourOf = useMemberColour();
  return (
    <>
      {isWatched && <span className={classes.check} />}
      {userRating != null && (
        <span className={classes.ticket} aria-hidden="true">
          {userRating}/10
        </span>
      )}
      {viewers[0] && (
        <span className={classes.viewer} aria-hidden="true">
          {viewersMark(viewers)}
        </span>
      )}
      {arrivedFrom && (
        <span className={classes.arrival} aria-hidden="true" style={{ '--ring': colourOf(arrivedFrom.id) }}>
          {initialOf(arrivedFrom)}
        </span>
      )}
    </>
  );
}

function viewersMark(viewers: readonly Person[]): string {
  const [first, ...others] = viewers;
  return others.length > 0 ? `${initialOf(first)}+${others.length}` : initialOf(first);
}
