import { titleApi } from '../../../common/api.ts';
import type { Person } from '../../../common/title.ts';
import { createStore } from '../../lib/createStore.ts';
import { ApiError, call } from '../../lib/http.ts';

interface PeopleState {
  /** Actors that were asked for one by one. */
  people: Record<number, Person>;
  /** 'missing' where the source knows nobody by that id. */
  failed: Record<number, 'failed' | 'missing'>;
  loadPerson: (id: number) => Promise<void>;
}

export const useActors = createStore<PeopleState>((set, get) => {
  const inFlight = new Map<number, Promise<void>>();

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
      const running = inFlight.get(id);
      if (running) return running;
      const load = read(id).finally(() => inFlight.delete(id));
      inFlight.set(id, load);
      return load;
    },
  };
});
