import { limits } from '../../../common/constants.ts';
import type { Contact } from '../../../common/schemas/user.ts';
import { createStore } from '../../lib/createStore.ts';
import { isAbort } from '../../lib/http/http.ts';
import { sendPin } from './user.api.ts';
import { useUsers } from './users.store.ts';

interface DirectoryState {
  /** All users under '', and the results of the last search under its text. */
  found: Record<string, Contact[]>;
  failed: Record<string, true>;
  /** Loads on every visit; the known users stay until the answer. */
  loadDirectory: (query: string, signal?: AbortSignal) => Promise<void>;
  togglePin: (userId: string) => Promise<void>;
  applyFound: (query: string, people: Contact[]) => void;
}

export const useDirectory = createStore<DirectoryState>((set, get) => ({
  found: {},
  failed: {},

  async loadDirectory(query, signal) {
    set({ failed: {} });
    const { loadPeople, findPeople } = useUsers.getState();
    try {
      if (query === '') {
        get().applyFound('', await loadPeople());
      } else {
        // Search results do not include pins, so the first search also loads all users.
        const [people, everybody] = await Promise.all([findPeople(query, signal), get().found[''] ?? loadPeople()]);
        get().applyFound(query, people);
        get().applyFound('', everybody);
      }
    } catch (error) {
      if (!isAbort(error) && !get().found[query]) set({ failed: { [query]: true } });
    }
  },

  async togglePin(userId) {
    const { isPinned } = await sendPin(userId);
    useUsers.getState().applyPin(userId, isPinned);
    await get().loadDirectory('');
  },

  applyFound(query, people) {
    set(({ found: { '': everybody, ...searched } }) =>
      query === ''
        ? { found: { ...searched, '': people } }
        : { found: { ...(everybody && { '': everybody }), [query]: people } },
    );
  },
}));

/** From two characters on the search text, else '' for all users. */
export function directoryQuery(text: string): string {
  const trimmed = text.trim();
  return trimmed.length >= limits.userSearchMinimum ? trimmed : '';
}
