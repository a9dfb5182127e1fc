import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { displayName, type Person } from '../../lib/person.ts';
import { replicasOf } from '../folders/state/folder.state.ts';
import { useFolders } from '../folders/state/folder.store.ts';
import { useUsers } from '../users/users.store.ts';

/** The people whom this tab knows to share a list with the viewer: those of the named list first, then by name. */
export function useFellows(folderId: string | null): Person[] {
  const viewerId = useUsers((state) => state.viewer?.id);
  const people = useUsers((state) => state.people);
  const replicas = useFolders(useShallow(replicasOf));
  return useMemo(() => {
    const here = new Set<string>();
    const all = new Set<string>();
    for (const { folder, shares = [] } of replicas) {
      const members = [
        folder.userId,
        ...(folder.memberIds ?? []),
        ...(folder.sharedWithUsers ?? []).map(({ id }) => id),
        ...shares.map((share) => share.sharedWithUserId),
      ];
      for (const id of members) {
        all.add(id);
        if (folder.id === folderId) here.add(id);
      }
    }
    return [...all]
      .flatMap((id) => (id !== viewerId && people[id] ? [people[id]] : []))
      .sort((a, b) => Number(here.has(b.id)) - Number(here.has(a.id)) || displayName(a).localeCompare(displayName(b)));
  }, [replicas, folderId, viewerId, people]);
}
