import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Contact } from '../../../common/schemas/user.ts';
import { useFellows } from '../../features/plays/useFellows.ts';
import { blocksQuery } from '../../features/users/user.queries.ts';
import { useUsers } from '../../features/users/users.store.ts';
import type { Person } from '../../lib/person.ts';

/** The people with whom the viewer shares lists, without those whom the viewer blocks. */
export function useSuggestedPeople(): Person[] {
  const fellows = useFellows(null);
  const blocked = useQuery(blocksQuery).data;
  return useMemo(() => {
    const blockedIds = new Set(blocked?.map(({ user }) => user.id));
    return blocked ? fellows.filter(({ id }) => !blockedIds.has(id)) : [];
  }, [fellows, blocked]);
}

/** These people with those first who share a list with the viewer, and then those whom the viewer has pinned. */
export function useSuggestedFirst(people: Contact[] | undefined): Contact[] | undefined {
  const fellows = useFellows(null);
  const pinned = useUsers((state) => state.pinned);
  return useMemo(() => {
    const fellowIds = new Set(fellows.map(({ id }) => id));
    const rankOf = ({ id }: Contact) => (fellowIds.has(id) ? 0 : pinned[id] ? 1 : 2);
    return people && [...people].sort((a, b) => rankOf(a) - rankOf(b));
  }, [people, fellows, pinned]);
}
