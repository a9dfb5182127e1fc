import { useEffect } from 'react';
import type { FilmPerson, PersonDetails } from '../../../../common/schemas/title.ts';
import { useCatalogue } from '../catalogue.store.ts';
import { useTitles } from '../title.store.ts';
import { useActors } from './person.store.ts';

/** The facts from a cast list, and the rest when loaded. */
export type ShownActor = Pick<FilmPerson, 'id' | 'name' | 'profile_path'> & Partial<PersonDetails>;

/** An actor from their own call, which alone has the biography. A loaded list or a cast provides the facts at first. */
export function useActor(id: number): { actor: ShownActor | undefined; failure: 'failed' | 'missing' | undefined } {
  const listed = useCatalogue((state) => {
    for (const [key, shelf] of Object.entries(state.shelves)) {
      if (!key.startsWith('person:')) continue;
      const found = (shelf.entries as FilmPerson[]).find((person) => person.id === id);
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
  const asked = useActors((state) => state.people[id]);
  const failure = useActors((state) => state.failed[id]);
  const loadPerson = useActors((state) => state.loadPerson);
  const edition = useTitles((state) => state.edition);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another edition drops what was loaded
  useEffect(() => {
    if (Number.isInteger(id) && id > 0) loadPerson(id);
  }, [id, loadPerson, edition]);

  return { actor: asked ?? listed ?? inCast, failure };
}
