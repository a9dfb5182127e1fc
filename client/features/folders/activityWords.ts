import type { MemberChange } from '../../../common/changes.ts';
import type { Family } from '../../../common/families.ts';
import { titleKey } from '../../../common/item.ts';
import { type Access, can, type FlagName, type FolderAction, flagNames } from '../../../common/permissions.ts';
import type { PublicUser } from '../../../common/user.ts';
import { displayName } from '../../lib/person.ts';

/** A change as a sentence: who, and what around the title or name that it is about. */
export interface Sentence {
  who: string;
  before: string;
  about?: string;
  after?: string;
}

export interface ActivityView {
  family: Family;
  viewerId: string;
  isReviewed: boolean;
}

const abilities: Record<FlagName, string> = {
  canView: 'view',
  canAdd: 'add',
  canRemove: 'remove',
  canEdit: 'edit',
  canShare: 'share',
  canManage: 'manage',
};

export function sentenceOf(change: MemberChange, { family, viewerId, isReviewed }: ActivityView): Sentence {
  const named = (user: PublicUser) => (user.id === viewerId ? 'you' : displayName(user));
  const who = change.by.id === viewerId ? 'You' : displayName(change.by);
  switch (change.type) {
    case 'folder:created':
      return { who, before: `created this ${family.noun}` };
    case 'folder:renamed':
      return { who, before: `renamed this ${family.noun} to `, about: change.folder.name };
    case 'folder:deleted':
      return { who, before: `deleted this ${family.noun}` };
    case 'item:added':
      return { who, before: 'added ', about: change.item.title };
    case 'item:removed':
      return { who, before: 'removed ', about: change.item.title };
    case 'item:updated': {
      const { title, userRating, watched } = change.item;
      if (isReviewed && userRating !== null) return { who, before: 'rated ', about: title, after: ` ${userRating}/10` };
      return { who, before: 'moved ', about: title, after: watched ? ' to Rewatch' : ' to To Watch' };
    }
    case 'share:granted': {
      const isOwn = change.by.id === change.share.sharedWithUserId;
      return isOwn ? { who, before: 'joined' } : { who, before: 'let in ', about: named(change.share.sharedWithUser) };
    }
    case 'share:permissions-changed': {
      const { share } = change;
      const allowed = flagNames.filter((flag) => share[flag]).map((flag) => abilities[flag]);
      return { who, before: 'allowed ', about: named(share.sharedWithUser), after: ` to ${listOf(allowed)}` };
    }
    case 'share:revoked': {
      const isOwn = change.by.id === change.share.sharedWithUserId;
      return isOwn ? { who, before: 'left' } : { who, before: 'removed ', about: named(change.share.sharedWithUser) };
    }
  }
}

/** 'view, add and remove' */
function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last;
}

const undoTakes: Partial<Record<MemberChange['type'], FolderAction>> = {
  'item:added': 'item:add',
  'item:removed': 'item:remove',
  'item:updated': 'item:watch',
  'folder:renamed': 'folder:rename',
};

/**
 * The revs that the viewer may be offered to undo: their own, with the right still held, and nothing newer about the
 * same thing. The server has the last word. Titles and ratings in Reviewed follow the reviews.
 */
export function undoableRevs(activity: readonly MemberChange[], access: Access, view: ActivityView): Set<number> {
  const touched = new Set<string>();
  const revs = new Set<number>();
  if (view.isReviewed) return revs;
  for (const change of activity) {
    const takes = undoTakes[change.type];
    if (!takes) continue;
    const about = 'item' in change ? titleKey(change.item) : 'name';
    if (!touched.has(about) && change.by.id === view.viewerId && can(access, takes)) revs.add(change.rev);
    touched.add(about);
  }
  return revs;
}

const clock = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' });
const date = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
const MINUTE = 60_000;

/** 'now', '5 min ago', the time today, else the date with it. */
export function momentOf(iso: string, now: number): string {
  const at = new Date(iso);
  const minutes = Math.floor((now - at.getTime()) / MINUTE);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min ago`;
  const isToday = at.toDateString() === new Date(now).toDateString();
  return isToday ? clock.format(at) : `${date.format(at)}, ${clock.format(at)}`;
}
