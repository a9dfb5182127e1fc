import { useQuery } from '@tanstack/react-query';
import type { FilmPerson, PersonDetails } from '../../../../common/schemas/title.ts';
import { findInShelves } from '../shelf.queries.ts';
import { findInCasts } from '../title.queries.ts';
import { personQuery } from './person.queries.ts';

/** The facts from a cast list, and the rest when loaded. */
export type ShownActor = Pick<FilmPerson, 'id' | 'name' | 'profile_path'> & Partial<PersonDetails>;

/** An actor from their own call, which alone has the biography. A loaded list or a cast provides the facts at first. */
export function useActor(id: number) {
  const { data: asked, error, refetch } = useQuery(personQuery(id));
  const actor: ShownActor | undefined = asked ?? findInShelves(id) ?? findInCasts(id);
  return { actor, error, retry: refetch };
}
