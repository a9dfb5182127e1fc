import { useMemo } from 'react';
import type { Family } from '../../../../common/families.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import { displayName, type Person } from '../../../lib/person.ts';
import { useUsers } from '../../users/users.store.ts';
import { liveSeen, type SeenMarks } from './seen.store.ts';

/** Marks are shown in lists that have members besides their owner. */
export function showsMarks({ folder }: Replica): boolean {
  return !folder.isReviewed && folder.memberCount > 0;
}

/** What the members of a shared list have seen: loaded once, live from then on. Undefined for other lists. */
export function useSeenMarks(replica: Replica, family: Family): SeenMarks | undefined {
  const { id } = replica.folder;
  const isShown = showsMarks(replica);
  const marks = liveSeen.useKnown(id);
  liveSeen.useLoaded(isShown && !marks ? id : undefined, family.key);

  return isShown ? marks : undefined;
}

const noMarks: ReadonlyMap<string, Person[]> = new Map();

/** Who has seen each item of a list, the viewer first and the others by name. */
export function useSeenBy(replica: Replica): ReadonlyMap<string, Person[]> {
  const marks = liveSeen.useKnown(replica.folder.id);
  const people = useUsers((state) => state.people);
  const isShown = showsMarks(replica);
  const { viewerId } = replica;
  return useMemo(
    () => (marks && isShown ? seenBy(marks, people, viewerId) : noMarks),
    [marks, people, isShown, viewerId],
  );
}

function seenBy(marks: SeenMarks, people: Record<string, Person>, viewerId: string): ReadonlyMap<string, Person[]> {
  const order = ({ id, ...person }: Person) => (id === viewerId ? '' : displayName(person));
  const members = Object.keys(marks.seen)
    .map((id): Person => people[id] ?? { id })
    .sort((a, b) => order(a).localeCompare(order(b)));
  const byItem = new Map<string, Person[]>();
  for (const member of members) {
    for (const itemId of marks.seen[member.id] ?? []) {
      const known = byItem.get(itemId);
      if (known) known.push(member);
      else byItem.set(itemId, [member]);
    }
  }
  return byItem;
}
