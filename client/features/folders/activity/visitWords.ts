import type { MemberChange } from '../../../../common/schemas/changes.ts';
import { unreachable } from '../../../../common/unreachable.ts';
import { displayName } from '../../../lib/person.ts';
import { countOf, inWords } from '../state/wording.ts';

const DAY_MS = 86_400_000;
const PEOPLE_NAMED = 3;

const clock = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' });
const date = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' });

/** 'Since 2:05 PM', 'Since yesterday', 'Since Tuesday', 'Since November 3'. */
export function sinceText(at: string | null, now: Date): string {
  if (at === null) return 'Since your last visit';
  const then = new Date(at);
  const days = Math.round((startOfDay(now) - startOfDay(then)) / DAY_MS);
  if (days <= 0) return `Since ${clock.format(then)}`;
  if (days === 1) return 'Since yesterday';
  return `Since ${(days < 7 ? weekday : date).format(then)}`;
}

function startOfDay(moment: Date): number {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
}

/** 'Ana added 3 titles and wrote a note, Ben joined'; '' without changes. The changes are ordered newest first. */
export function newsText(changes: readonly MemberChange[], viewerId: string): string {
  const people = groupsOf(changes, ({ by }) => by.id).flatMap((theirs) => {
    const deeds = deedsOf(theirs, viewerId);
    const [first] = theirs;
    return first && deeds.length > 0 ? [`${displayName(first.by)} ${inWords(deeds, 'and')}`] : [];
  });
  const others = people.length - PEOPLE_NAMED;
  const named = people.slice(0, PEOPLE_NAMED).join(', ');
  return others > 0 ? `${named}, and ${countOf(others, 'other')} made changes` : named;
}

/** What a member did, each kind once. */
function deedsOf(changes: readonly MemberChange[], viewerId: string): string[] {
  return groupsOf(changes, ({ type }) => type).flatMap((same) => deedText(same, viewerId) ?? []);
}

/** The changes with the same key, in the order in which the keys appear. */
function groupsOf(changes: readonly MemberChange[], keyOf: (change: MemberChange) => string): MemberChange[][] {
  const groups = new Map<string, MemberChange[]>();
  for (const change of changes) groups.set(keyOf(change), [...(groups.get(keyOf(change)) ?? []), change]);
  return [...groups.values()];
}

/** What a member did in changes of the same type; null for changes that this text leaves out. */
function deedText(changes: readonly MemberChange[], viewerId: string): string | null {
  const titles = changes.flatMap((change) => {
    if ('items' in change) return change.items.map(({ title }) => title);
    return 'item' in change ? [change.item.title] : [];
  });
  const what = new Set(titles).size === 1 ? titles[0] : countOf(new Set(titles).size, 'title');
  const type = changes[0]?.type;
  switch (type) {
    case 'item:added':
      return `added ${what}`;
    case 'items:added':
      return `imported ${what}`;
    case 'item:removed':
      return `removed ${what}`;
    case 'item:updated':
      return `moved ${what}`;
    case 'item:noted': {
      const written = changes.filter((change) => 'item' in change && change.item.note);
      if (written.length === 0) return null;
      return written.length === 1 ? 'wrote a note' : `wrote ${written.length} notes`;
    }
    case 'folder:renamed':
      return 'renamed the list';
    case 'share:granted':
      return memberText(changes, 'joined', (who) => `gave ${who} access`, viewerId);
    case 'share:revoked':
      return memberText(changes, 'left', (who) => `removed ${who}`, viewerId);
    case 'share:permissions-changed':
      return 'changed permissions';
    case 'group:joined':
      return 'joined a group that watches a show together';
    case 'poll:opened':
      return 'asked what to watch';
    case 'comment:added':
      return changes.length === 1 ? 'wrote a comment' : `wrote ${changes.length} comments`;
    case 'folder:created':
    case 'folder:visibility-changed':
    case 'folder:deleted':
    case 'folder:restored':
    case 'folder:handed-over':
    case 'group:left':
    case 'poll:decided':
    case undefined:
      return null;
    default:
      return unreachable(type);
  }
}

/** What a member did to themselves, or to others. */
function memberText(
  changes: readonly MemberChange[],
  alone: string,
  toOthers: (who: string) => string,
  viewerId: string,
): string {
  const others = changes.flatMap((change) =>
    'share' in change && change.share.sharedWithUserId !== change.by.id ? [change.share.sharedWithUser] : [],
  );
  const [first] = others;
  if (!first) return alone;
  if (others.length > 1) return toOthers(countOf(others.length, 'person', 'people'));
  return toOthers(first.id === viewerId ? 'you' : displayName(first));
}
