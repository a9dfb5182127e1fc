import type { Item } from '../../../../common/schemas/item.ts';
import { item } from '../../../../common/testing/replicas.ts';

/** Items as large as ours in answers, for controls that keep them in memory. The same count gives the same items. */
export function sampleItems(count: number): Item[] {
  return Array.from({ length: count }, (_, index) => sampleItem(index));
}

function sampleItem(index: number): Item {
  const id = index.toString(16).padStart(24, '0');
  return item(index, {
    id,
    folderId: id,
    categoryId: id,
    userId: id,
    tmdbId: index + 1,
    title: `The Long Way to Film Number ${index}`,
    overview:
      'A drama of two hours about a person who looks for a film, in an overview that is as long as most of them.',
    posterPath: `/api/art/poster/movie/${index + 1}`,
    releaseDate: '1999-09-09',
    voteAverage: 74,
    genres: [18, 53],
    runtime: 120,
    addedBy: { id, username: null, firstName: `Person ${index}`, lastName: 'Example', profileImageUrl: null },
  });
}
