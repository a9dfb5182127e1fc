import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { Presence } from '../../../../common/schemas/events.ts';
import type { PublicUser } from '../../../../common/schemas/user.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { parseTitleParam } from '../../../lib/page/dialogUrl.ts';
import { useUsers } from '../../users/users.store.ts';
import { usePresence } from './presence.store.ts';

const noPresence: Presence[] = [];
const noViewers: ReadonlyMap<string, PublicUser[]> = new Map();

/** Sets this tab's location while the calling screen shows the folder, with the open title. */
export function useBeingHere(replica: Replica | undefined): void {
  const folderId = replica?.folder.id;
  const items = replica?.items;
  const [params] = useSearchParams();
  const open = params.get('title');
  const itemId = useMemo(() => {
    const title = parseTitleParam(open);
    return title ? items?.find((item) => titleKey(item) === titleKey(title))?.id : undefined;
  }, [open, items]);

  useEffect(() => {
    if (!folderId) return;
    usePresence.getState().applyPlace({ folderId, ...(itemId && { itemId }) });
  }, [folderId, itemId]);

  useEffect(() => {
    if (!folderId) return;
    return () => {
      const { place, applyPlace } = usePresence.getState();
      if (place?.folderId === folderId) applyPlace(null);
    };
  }, [folderId]);
}

/** The other users who have the folder open. */
export function useOthersHere(folderId: string): Presence[] {
  const viewerId = useUsers((state) => state.viewer?.id);
  const present = usePresence((state) => (state.place?.folderId === folderId ? state.present : noPresence));
  return useMemo(() => {
    const others = present.filter(({ user }) => user.id !== viewerId);
    return others.length > 0 ? others : noPresence;
  }, [present, viewerId]);
}

/** The other users who have each item open. */
export function useViewers(folderId: string): ReadonlyMap<string, PublicUser[]> {
  const others = useOthersHere(folderId);
  return useMemo(() => {
    const viewers = new Map<string, PublicUser[]>();
    for (const { user, itemId } of others) {
      if (itemId) viewers.set(itemId, [...(viewers.get(itemId) ?? []), user]);
    }
    return viewers.size > 0 ? viewers : noViewers;
  }, [others]);
}
