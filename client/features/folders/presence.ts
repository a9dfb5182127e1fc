import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Presence } from '../../../common/events.ts';
import { titleKey } from '../../../common/item.ts';
import type { Replica } from '../../../common/replica.ts';
import type { PublicUser } from '../../../common/user.ts';
import { parseTitleParam } from '../../lib/dialogUrl.ts';
import { useUsers } from '../users/users.store.ts';
import { usePresence } from './presence.store.ts';

const nobody: Presence[] = [];
const noViewers: ReadonlyMap<string, PublicUser[]> = new Map();

/** Tells where this tab is while the calling screen shows the folder: in it, and which of its titles is open. */
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

/** Everybody else who has the folder open. */
export function useOthersHere(folderId: string): Presence[] {
  const viewerId = useUsers((state) => state.viewer?.id);
  const present = usePresence((state) => (state.place?.folderId === folderId ? state.present : nobody));
  return useMemo(() => {
    const others = present.filter(({ user }) => user.id !== viewerId);
    return others.length > 0 ? others : nobody;
  }, [present, viewerId]);
}

/** Who else has which item open. */
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
