import type { Contact, PublicUser, User } from '../../../common/schemas/user.ts';
import { createStore } from '../../lib/createStore.ts';
import { fetchPeople, fetchUser, searchPeople } from './user.api.ts';

/** A user that this tab knows; with the email if an answer included it. */
type KnownPerson = PublicUser & Partial<Pick<Contact, 'email'>>;

interface UsersState {
  /** The signed-in user, for features that may not import the session. */
  viewer: User | null;
  people: Record<string, KnownPerson>;
  pinned: Record<string, boolean>;
  loadPeople: () => Promise<Contact[]>;
  findPeople: (text: string, signal?: AbortSignal) => Promise<Contact[]>;
  loadPerson: (userId: string) => Promise<User>;
  applyViewer: (viewer: User | null) => void;
  applyPeople: (people: readonly KnownPerson[]) => void;
  /** Applies the new name or picture of a user, possibly of the viewer in another tab. */
  applyUpdated: (user: PublicUser) => void;
  applyPin: (userId: string, isPinned: boolean) => void;
}

export const useUsers = createStore<UsersState>((set, get) => ({
  viewer: null,
  people: {},
  pinned: {},

  async loadPeople() {
    const people = await fetchPeople();
    get().applyPeople(people);
    set({ pinned: Object.fromEntries(people.map((person) => [person.id, person.isPinned])) });
    return people;
  },

  async findPeople(text, signal) {
    const people = await searchPeople(text, signal);
    get().applyPeople(people);
    return people;
  },

  async loadPerson(userId) {
    const person = await fetchUser(userId);
    get().applyPeople([person]);
    return person;
  },

  applyViewer(viewer) {
    set({ viewer });
    if (viewer) get().applyPeople([viewer]);
  },

  applyPeople(people) {
    if (people.length === 0) return;
    set((state) => {
      const known = { ...state.people };
      // A public user from an event must not remove the known email.
      for (const { id, username, firstName, lastName, profileImageUrl, email } of people) {
        known[id] = {
          id,
          username,
          firstName,
          lastName,
          profileImageUrl,
          email: email || known[id]?.email,
        };
      }
      return { people: known };
    });
  },

  applyUpdated(user) {
    get().applyPeople([user]);
    set(({ viewer }) => (viewer?.id === user.id ? { viewer: { ...viewer, ...user } } : {}));
  },

  applyPin(userId, isPinned) {
    set((state) => ({ pinned: { ...state.pinned, [userId]: isPinned } }));
  },
}));
