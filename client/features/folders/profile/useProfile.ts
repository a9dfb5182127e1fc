import { useCallback, useEffect } from 'react';
import type { FamilyKey } from '../../../../common/families.ts';
import { useVisibilityOf } from '../../users/privacy/visibility.store.ts';
import { profileListKey, type ShownItems, useProfiles } from './profile.store.ts';

/** A user and their lists, loaded on each visit, and again when the user shows more or less. */
export function useProfile(userId: string, family: FamilyKey) {
  const profile = useProfiles((state) => state.profiles[userId]);
  const loadProfile = useProfiles((state) => state.loadProfile);
  const load = useCallback(() => loadProfile(userId, family), [loadProfile, userId, family]);
  const version = useVisibilityOf(userId);

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again when the user shows more or less
  useEffect(() => {
    load();
  }, [load, version]);

  return { profile, retry: load };
}

/** One of a user's lists. */
export function useProfileList(userId: string, listId: string, family: FamilyKey) {
  const view = useProfiles((state) => state.lists[profileListKey(userId, listId)]);
  const loadProfileList = useProfiles((state) => state.loadProfileList);
  const load = useCallback(() => loadProfileList(userId, listId, family), [loadProfileList, userId, listId, family]);
  const version = useVisibilityOf(userId);

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again when the user shows more or less
  useEffect(() => {
    load();
  }, [load, version]);

  return { view, retry: load };
}

/** The items of a user's list, loaded when needed. */
export function useProfileItems(userId: string, listId: string, family: FamilyKey, isWanted = true) {
  const known: ShownItems | undefined = useProfiles((state) => state.items[profileListKey(userId, listId)]);
  const loadProfileItems = useProfiles((state) => state.loadProfileItems);

  const version = useVisibilityOf(userId);

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again when the user shows more or less
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    loadProfileItems(userId, listId, family, controller.signal);
    return () => controller.abort();
  }, [loadProfileItems, userId, listId, family, isWanted, version]);

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
