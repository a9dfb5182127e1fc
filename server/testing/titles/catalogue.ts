import { genresOfTitle } from '../../features/recommendations/model/features.ts';
import { createCatalogueSource } from '../../features/titles/catalogue/catalogue.source.ts';
import type { SourceFacts } from '../../features/titles/title.source.ts';

/** The titles of the bundled catalogue. */
export const titles: readonly SourceFacts[] = await createCatalogueSource().candidates();

/** The film with this name. */
export const named = (name: string): SourceFacts =>
  titles.find(({ title, mediaType }) => title === name && mediaType === 'movie')!;

/** The first films whose main genre is this one. */
export const ofGenre = (genre: string, count: number): SourceFacts[] =>
  titles.filter((title) => title.mediaType === 'movie' && genresOfTitle(title)[0] === genre).slice(0, count);
