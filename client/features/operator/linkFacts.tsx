import type { ListLink } from '../../../common/schemas/invitationLink.ts';
import { dayText } from '../../lib/dates.ts';
import { untilText } from '../folders/links/linkWords.ts';
import classes from './operator.module.css';

/** 'November 21, 2026 · valid until Dec 3'. */
export const madeAndUntil = (link: Pick<ListLink, 'createdAt' | 'expiresAt'>) =>
  `${dayText(link.createdAt)} · ${untilText(link)}`;

/** Marks a link that opens nothing at the moment. */
export function SuspendedMark({ link: { state } }: { link: Pick<ListLink, 'state'> }) {
  if (state === 'active') return null;
  return (
    <span className={classes.mark} data-tone="bad">
      Suspended
    </span>
  );
}
