import type { Person } from '../../../common/title.ts';
import { useCatalogue } from './catalogue.store.ts';
import { useTitles } from './title.store.ts';

type Actor = Pick<Person, 'id' | 'name' | 'profile_path'> & Partial<Person>;

/** An actor from whichever list or cast passed by; the movie database has no call for one person's facts. */
export function useActor(id: number): Actor | undefined {
  const listed = useCatalogue((state) => {
    for (const [key, shelf] of Object.entries(state.shelves)) {
      if (!key.startsWith('person:')) continue;
      const found = (shelf.entries as Person[]).find((person) => person.id === id);
      if (found) return found;
    }
    return undefined;
  });
  const inCast = useTitles((state) => {
    for (const { credits } of Object.values(state.titles)) {
      const found = credits?.cast.find((member) => member.id === id);
      if (found) return found;
    }
    return undefined;
  });
  return listed ?? inCast;
}
