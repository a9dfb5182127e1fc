import type { PersonDetails } from '../../../../common/schemas/title.ts';
import { createStore } from '../../../lib/createStore.ts';
import { titleApi } from '../../../lib/http/api.ts';
import { ApiError, call } from '../../../lib/http/http.ts';
import { createSharedLoads } from '../../../lib/sharedLoads.ts';

interface PeopleState {
  /** Actors that were loaded one by one. */
  people: Record<number, PersonDetails>;
  /** 'missing' if the source has no person with that id. */
  failed: Record<number, 'failed' | 'missing'>;
  loadPerson: (id: number) => Promise<void>;
  applyTitlesChanged: () => void;
}

export const useActors = createStore<PeopleState>((set, get) => {
  const shareLoad = createSharedLoads<number>();

  const read = async (id: number) => {
    try {
      const person = await call(titleApi.person.details, { params: { id } });
      set(({ people, failed: { [id]: _mended, ...failed } }) => ({ people: { ...people, [id]: person }, failed }));
    } catch (error) {
      const reason = error instanceof ApiError && error.status === 404 ? 'missing' : 'failed';
      set(({ failed }) => ({ failed: { ...failed, [id]: reason } }));
    }
  };

  return {
    people: {},
    failed: {},

    loadPerson(id) {
      if (get().people[id]) return Promise.resolve();
      return shareLoad(id, () => read(id));
    },

    applyTitlesChanged: () => set({ people: {}, failed: {} }),
  };
});
