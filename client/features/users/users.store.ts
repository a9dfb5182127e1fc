import type { Contact, DirectoryUser, OwnUser, PublicUser, User } from '../../../common/schemas/user.ts';
import { createStore } from '../../lib/createStore.ts';

/** A user that this tab knows; with the email if an answer included it. */
type KnownPerson = PublicUser & Partial<Pick<Contact, 'email'>>;

interface UsersState {
  /** The signed-in user, for features that may not import the session. */
  viewer: (User & Partial<OwnUser>) | null;
  people: Record<string, KnownPerson>;
  pinned: Record<string, boolean>;
  /** The operator's role and the rev stay as they were, if the answer does not name them. */
  applyViewer: (viewer: UsersState['viewer']) => void;
  applyOperator: (isOperator: boolean) => void;
  applyPeople: (people: readonly KnownPerson[]) => void;
  /** Applies the new name or picture of a user, possibly of the viewer in another tab. */
  applyUpdated: (user: PublicUser) => void;
  applyPin: (userId: string, isPinned: boolean) => void;
  /** Applies the names and pins of everybody in the directory. */
  applyDirectory: (people: readonly DirectoryUser[]) => void;
  /** Forgets the email address of a user, who may have hidden it. */
  applyVisibilityChanged: (userId: string | null) => void;
}

export const useUsers = createStore<UsersState>((set, get) => ({
  viewer: null,
  people: {},
  pinned: {},

  applyViewer(viewer) {
    set(({ viewer: before }) => ({
      viewer: viewer && { isOperator: before?.isOperator, rev: before?.rev, ...viewer },
    }));
    if (viewer) get().applyPeople([viewer]);
  },

  applyOperator: (isOperator) => set(({ viewer }) => ({ viewer: viewer && { ...viewer, isOperator } })),

  applyPeople(people) {
    if (people.length === 0) return;
    set((state) => ({ people: withPeople(state.people, people) }));
  },

  applyUpdated(user) {
    get().applyPeople([user]);
    set(({ viewer }) => (viewer?.id === user.id ? { viewer: { ...viewer, ...user } } : {}));
  },

  applyVisibilityChanged(userId) {
    set(({ people, viewer }) => {
      const changed = Object.values(people).filter(({ id }) => (userId === null || id === userId) && id !== viewer?.id);
      const withoutEmail = changed.map((person) => [person.id, { ...person, email: undefined }]);
      return { people: { ...people, ...Object.fromEntries(withoutEmail) } };
    });
  },

  applyPin(userId, isPinned) {
    set((state) => ({ pinned: { ...state.pinned, [userId]: isPinned } }));
  },

  applyDirectory(people) {
    get().applyPeople(people);
    set({ pinned: Object.fromEntries(people.map(({ id, isPinned }) => [id, isPinned])) });
  },
}));

/** A public user from an event must not remove the known email. */
function withPeople(
  known: UsersState['people'],
  people: Parameters<UsersState['applyPeople']>[0],
): UsersState['people'] {
  const next = { ...known };
  for (const { id, username, firstName, lastName, profileImageUrl, email } of people) {
    next[id] = { id, username, firstName, lastName, profileImageUrl, email: email ?? known[id]?.email };
  }
  return next;
}
