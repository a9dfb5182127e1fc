import { episodeText } from '../../../../common/episodeText.ts';
import { type Access, can, flagNames, flagTexts } from '../../../../common/permissions.ts';
import type { MemberChange } from '../../../../common/schemas/changes.ts';
import type { PublicUser } from '../../../../common/schemas/user.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { undoRules } from '../../../../common/undo.ts';
import { unreachable } from '../../../../common/unreachable.ts';
import { displayName } from '../../../lib/person.ts';
import { countOf, inWords } from '../state/wording.ts';

/** A change as a sentence: the user, and the text around the title or name. */
interface Sentence {
  who: string;
  before: string;
  about?: string;
  after?: string;
}

export interface ActivityView {
  viewerId: string;
  isReviewed: boolean;
}

export function changeSentenceOf(change: MemberChange, { viewerId, isReviewed }: ActivityView): Sentence {
  const named = (user: PublicUser) => (user.id === viewerId ? 'you' : displayName(user));
  const who = change.by.id === viewerId ? 'You' : displayName(change.by);
  switch (change.type) {
    case 'folder:created':
      return { who, before: `created this list` };
    case 'folder:renamed':
      return { who, before: `renamed this list to `, about: change.folder.name };
    case 'folder:visibility-changed':
      return { who, before: `changed who can see this list` };
    case 'folder:deleted':
      return { who, before: `deleted this list` };
    case 'folder:restored':
      return { who, before: `restored this list` };
    case 'folder:handed-over':
      return { who, before: 'handed it over to ', about: named(change.share.sharedWithUser) };
    case 'item:added':
      return { who, before: 'added ', about: change.item.title };
    case 'items:added':
      return { who, before: `imported ${countOf(change.items.length, 'title')}` };
    case 'item:removed':
      return { who, before: 'removed ', about: change.item.title };
    case 'item:updated': {
      const { title, userRating, watched } = change.item;
      if (isReviewed && userRating !== null) return { who, before: 'rated ', about: title, after: ` ${userRating}/10` };
      return { who, before: 'moved ', about: title, after: watched ? ' to Rewatch' : ' to To Watch' };
    }
    case 'item:noted': {
      const { title, note } = change.item;
      return { who, before: note ? 'wrote a note on ' : 'removed the note on ', about: title };
    }
    case 'share:granted': {
      const isOwn = change.by.id === change.share.sharedWithUserId;
      return isOwn
        ? { who, before: 'joined' }
        : { who, before: 'gave ', about: named(change.share.sharedWithUser), after: ' access' };
    }
    case 'share:permissions-changed': {
      const { share } = change;
      const allowed = flagNames.filter((flag) => share[flag]).map((flag) => flagTexts[flag].verb);
      return { who, before: 'allowed ', about: named(share.sharedWithUser), after: ` to ${inWords(allowed, 'and')}` };
    }
    case 'share:revoked': {
      const isOwn = change.by.id === change.share.sharedWithUserId;
      return isOwn ? { who, before: 'left' } : { who, before: 'removed ', about: named(change.share.sharedWithUser) };
    }
    case 'group:joined':
      return { who, before: 'joined those who watch ', about: change.show.title, after: ' together' };
    case 'group:left':
      return { who, before: 'left those who watch ', about: change.show.title, after: ' together' };
    case 'poll:opened':
      return { who, before: 'asked what to watch tonight' };
    case 'poll:decided':
      return { who: 'The vote', before: 'chose ', about: change.decision.title, after: ' for tonight' };
    case 'comment:added': {
      const { title, about } = change.comment;
      return { who, before: about ? `commented on ${episodeText(about)} of ` : 'commented on ', about: title };
    }
    default:
      return unreachable(change);
  }
}

/**
 * The revs of the changes that the viewer is offered to undo: their own, if they still have the right and nothing newer
 * changed the same title or name. The server decides. Titles and ratings in Reviewed follow the reviews.
 */
export function undoableRevs(activity: readonly MemberChange[], access: Access, view: ActivityView): Set<number> {
  const touched = new Set<string>();
  const revs = new Set<number>();
  if (view.isReviewed) return revs;
  for (const change of activity) {
    const action = undoRules[change.type];
    if (!action) continue;
    const about = 'item' in change ? titleKey(change.item) : 'name';
    if (!touched.has(about) && change.by.id === view.viewerId && can(access, action)) revs.add(change.rev);
    touched.add(about);
  }
  return revs;
}

const clock = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' });
const date = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
const MINUTE = 60_000;

/** 'now', '5 min ago', the time if it is today, else date and time. */
export function momentOf(iso: string, now: Date): string {
  const at = new Date(iso);
  const minutes = Math.floor((now.getTime() - at.getTime()) / MINUTE);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min ago`;
  const isToday = at.toDateString() === now.toDateString();
  return isToday ? clock.format(at) : `${date.format(at)}, ${clock.format(at)}`;
}
