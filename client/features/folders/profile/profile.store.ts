import type { StoreApi } from 'zustand';
import type { FamilyKey } from '../../../../common/families.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import type { ProfileFolder, User } from '../../../../common/schemas/user.ts';
import { createStore } from '../../../lib/createStore.ts';
import { ApiError, isAbort } from '../../../lib/http/http.ts';
import { useTitles } from '../../titles/title.store.ts';
import { useUsers } from '../../users/users.store.ts';
import { fetchProfileItems, fetchProfileList, fetchProfileLists } from './profile.api.ts';

/** As many as a card shows. */
export const TASTE_ITEMS = 5;

type Status = 'loading' | 'ready' | 'failed' | 'missing';

/** A user and their lists, as of the last visit. */
export interface Profile {
  status: Status;
  person?: User;
  lists?: ProfileFolder[];
}

/** The items of one of their lists. */
export interface ShownItems {
  status: Status;
  items?: Item[];
  /** All pages are loaded. */
  isWhole?: boolean;
}

/** A list, opened without the profile. */
interface ProfileList {
  status: Status;
  person?: User;
  list?: ProfileFolder;
}

interface ProfileLoading {
  profiles: Record<string, Profile>;
  lists: Record<string, ProfileList>;
  /** Each visit loads again. The known data shows until the answer arrives. */
  loadProfile: (userId: string, family: FamilyKey) => Promise<void>;
  loadProfileList: (userId: string, listId: string, family: FamilyKey) => Promise<void>;
}

interface ProfileItemLoading {
  items: Record<string, ShownItems>;
  /** A few titles of a user's largest list, by user id. */
  tastes: Record<string, Item[]>;
  loadProfileItems: (userId: string, listId: string, family: FamilyKey, signal?: AbortSignal) => Promise<void>;
  loadTaste: (userId: string, family: FamilyKey) => Promise<void>;
  applyItems: (key: string, items: Item[], isWhole: boolean) => void;
}

type ProfilesState = ProfileLoading & ProfileItemLoading;
type SetProfiles = StoreApi<ProfilesState>['setState'];

export const useProfiles = createStore<ProfilesState>((set, get) => ({
  ...createProfileLoading(set, get),
  ...createItemLoading(set, get),
}));

function createProfileLoading(set: SetProfiles, get: () => ProfilesState): ProfileLoading {
  const setProfile = (userId: string, profile: Profile) =>
    set(({ profiles }) => ({ profiles: { ...profiles, [userId]: profile } }));
  const setList = (key: string, list: ProfileList) => set(({ lists }) => ({ lists: { ...lists, [key]: list } }));

  return {
    profiles: {},
    lists: {},

    async loadProfile(userId, family) {
      const known = get().profiles[userId];
      if (!known?.lists) setProfile(userId, { status: 'loading' });
      try {
        const [person, lists] = await Promise.all([
          useUsers.getState().loadPerson(userId),
          fetchProfileLists(userId, family),
        ]);
        setProfile(userId, { status: 'ready', person, lists });
      } catch (error) {
        setProfile(userId, afterFailure(error, known));
      }
    },

    async loadProfileList(userId, listId, family) {
      const key = profileListKey(userId, listId);
      const known = get().lists[key];
      // The profile has already loaded both.
      const profile = get().profiles[userId];
      const listed = profile?.lists?.find(({ id }) => id === listId);
      if (!known?.list) setList(key, { status: 'loading', person: profile?.person, list: listed });
      try {
        const [person, list] = await Promise.all([
          useUsers.getState().loadPerson(userId),
          fetchProfileList(userId, listId, family),
        ]);
        setList(key, { status: 'ready', person, list });
      } catch (error) {
        setList(key, afterFailure(error, known));
      }
    },
  };
}

function createItemLoading(set: SetProfiles, get: () => ProfilesState): ProfileItemLoading {
  const setItems = (key: string, items: ShownItems) => set((state) => ({ items: { ...state.items, [key]: items } }));

  return {
    items: {},
    tastes: {},

    async loadProfileItems(userId, listId, family, signal) {
      const key = profileListKey(userId, listId);
      const before = get().items[key];
      const known = before?.isWhole ? before : undefined;
      if (!known) setItems(key, { status: 'loading' });
      let items: Item[] = [];
      try {
        for (let isLast = false; !isLast; ) {
          const page = await fetchProfileItems(userId, listId, family, { after: items.at(-1)?.id, signal });
          isLast = page.isLast;
          items = [...items, ...page.items];
          // On a first visit the first page shows while the others load.
          if (isLast || !known) get().applyItems(key, items, isLast);
        }
      } catch (error) {
        if (!isAbort(error)) setItems(key, afterFailure(error, known));
      }
    },

    async loadTaste(userId, family) {
      const lists = await fetchProfileLists(userId, family);
      const fullest = [...lists].sort((a, b) => b.itemCount - a.itemCount)[0];
      const { items } = fullest?.itemCount
        ? await fetchProfileItems(userId, fullest.id, family, { limit: TASTE_ITEMS })
        : { items: [] };
      set(({ tastes }) => ({ tastes: { ...tastes, [userId]: items } }));
    },

    applyItems(key, items, isWhole) {
      useTitles.getState().applyFacts(items);
      setItems(key, { status: 'ready', items, isWhole });
    },
  };
}

export function profileListKey(userId: string, listId: string): string {
  return `${userId}/${listId}`;
}

/** A 404 removes the known data; any other failure keeps it. */
function afterFailure<Known extends { status: Status }>(error: unknown, known: Known | undefined): Known {
  if (error instanceof ApiError && error.status === 404) return { status: 'missing' } as Known;
  return known?.status === 'ready' ? known : ({ status: 'failed' } as Known);
}
