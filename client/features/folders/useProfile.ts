import { useCallback, useEffect } from 'react';
import type { FamilyKey } from '../../../common/families.ts';
import { type ProfileItems, profileListKey, useProfiles } from './profile.store.ts';

/** Somebody and their lists, loaded once a visit. */
export function useProfile(userId: string, family: FamilyKey) {
  const profile = useProfiles((state) => state.profiles[userId]);
  const loadProfile = useProfiles((state) => state.loadProfile);
  const load = useCallback(() => loadProfile(userId, family), [loadProfile, userId, family]);

  useEffect(() => {
    load();
  }, [load]);

  return { profile, retry: load };
}

/** One of somebody's lists, by itself. */
export function useProfileList(userId: string, listId: string, family: FamilyKey) {
  const view = useProfiles((state) => state.lists[profileListKey(userId, listId)]);
  const loadProfileList = useProfiles((state) => state.loadProfileList);
  const load = useCallback(() => loadProfileList(userId, listId, family), [loadProfileList, userId, listId, family]);

  useEffect(() => {
    load();
  }, [load]);

  return { view, retry: load };
}

/** What is in one of somebody's lists, once it is wanted. */
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

/** A wide picture from a list that has been read, for behind a screen's head. */
export function useBackdrop(userId: string, listId: string): string | null {
  return useProfiles(({ items }) => {
    const known = items[profileListKey(userId, listId)]?.items;
    return known?.find(({ backdropPath }) => backdropPath)?.backdropPath ?? null;
  });
}
