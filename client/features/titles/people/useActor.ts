import { useQuery } from '@tanstack/react-query';
import type { FilmPerson, PersonDetails } from '../../../../common/schemas/title.ts';
import { useCatalogue } from '../catalogue.store.ts';
import { findInCasts } from '../title.queries.ts';
import { personQuery } from './person.queries.ts';

/** The facts from a cast list, and the rest when loaded. */
export type ShownActor = Pick<FilmPerson, 'id' | 'name' | 'profile_path'> & Partial<PersonDetails>;

/** An actor from their own call, which alone has the biography. A loaded list or a cast provides the facts at first. */
export function useActor(id: number) {
  const listed: ShownActor | undefined = useCatalogue((state) => {
    for (const [key, shelf] of Object.entries(state.shelves)) {
      if (!key.startsWith('person:')) continue;
      const found = (shelf.entries as FilmPerson[]).find((person) => person.id === id);
      if (found) return found;
    }
    return undefined;
  });
  const { data: asked, error, refetch } = useQuery(personQuery(id));
  const actor: ShownActor | undefined = asked ?? listed ?? findInCasts(id);
  return { actor, error, retry: refetch };
}
