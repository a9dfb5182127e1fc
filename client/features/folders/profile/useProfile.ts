import { useCallback, useEffect } from 'react';
import type { FamilyKey } from '../../../../common/families.ts';
import { type ProfileItems, profileListKey, useProfiles } from './profile.store.ts';

/** A user and their lists, loaded once per visit. */
export function useProfile(userId: string, family: FamilyKey) {
  const profile = useProfiles((state) => state.profiles[userId]);
  const loadProfile = useProfiles((state) => state.loadProfile);
  const load = useCallback(() => loadProfile(userId, family), [loadProfile, userId, family]);

  useEffect(() => {
    load();
  }, [load]);

  return { profile, retry: load };
}

/** One of a user's lists. */
export function useProfileList(userId: string, listId: string, family: FamilyKey) {
  const view = useProfiles((state) => state.lists[profileListKey(userId, listId)]);
  const loadProfileList = useProfiles((state) => state.loadProfileList);
  const load = useCallback(() => loadProfileList(userId, listId, family), [loadProfileList, userId, listId, family]);

  useEffect(() => {
    load();
  }, [load]);

  return { view, retry: load };
}

/** The items of a user's list, loaded when needed. */
export function useProfileItems(userId: string, listId: string, family: FamilyKey, isWanted = true) {
  const known: ProfileItems | undefined = useProfiles((state) => state.items[profileListKey(userId, listId)]);
  const loadProfileItems = useProfiles((state) => state.loadProfileItems);

  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    loadProfileItems(userId, listId, family, controller.signal);
    return () => controller.abort();
  }, [loadProfileItems, userId, listId, family, isWanted]);

  const retry = useCallback(() => loadProfileItems(userId, listId, family), [loadProfileItems, userId, listId, family]);
  return { known, retry };
}

/** A backdrop from a loaded list, for the head of a screen. */
export function useBackdrop(userId: string, listId: string): string | null {
  return useProfiles(({ items }) => {
    const known = items[profileListKey(userId, listId)]?.items;
    return known?.find(({ backdropPath }) => backdropPath)?.backdropPath ?? null;
  });
}
