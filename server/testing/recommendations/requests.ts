import { expect } from '@jest/globals';
import type { Recommendation } from '../../../common/schemas/recommendation.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import type { SourceFacts } from '../../features/titles/title.source.ts';
import type { Person } from '../people.ts';

export async function picks(person: Person, mediaType: MediaType = 'movie', limit = 20): Promise<Recommendation[]> {
  const answer = await person.get(`/api/recommendations?mediaType=${mediaType}&limit=${limit}`);
  expect(answer.status).toBe(200);
  return answer.body.results;
}

export const review = (person: Person, title: SourceFacts, rating: number, comment?: string) =>
  person.post('/api/reviews', { mediaType: title.mediaType, tmdbId: title.id, rating, comment });
