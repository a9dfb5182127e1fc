import { queryOptions } from '@tanstack/react-query';
import type { MediaType } from '../../../../common/schemas/title.ts';
import { titleApi } from '../../../lib/http/api.ts';
import { about, queryOf } from '../../../lib/query.ts';
import { fetchBestKnown, fetchFilmography } from './filmography.ts';

// What is known of a person changes only with the source of titles.
const lasting = { ...about('titles'), staleTime: Number.POSITIVE_INFINITY };

/** An actor's own facts, which alone have the biography. */
export const personQuery = (id: number) => ({ ...queryOf(titleApi.person.details, { params: { id } }), ...lasting });

/** An actor's titles of one kind, or without a kind the best known ones. */
export const filmographyQuery = (kind: MediaType | null, id: number) =>
  queryOptions({
    ...lasting,
    queryKey: ['filmography', id, kind],
    queryFn: ({ signal }) => (kind ? fetchFilmography(kind, id, signal) : fetchBestKnown(id, signal)),
  });
