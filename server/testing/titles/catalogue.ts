import { genresOfTitle } from '../../features/recommendations/model/features.ts';
import { createCatalogueSource } from '../../features/titles/catalogue/catalogue.source.ts';
import type { TitleFacts } from '../../features/titles/title.source.ts';

/** The titles of the bundled catalogue. */
export const titles: readonly TitleFacts[] = await createCatalogueSource().candidates();

/** The film with this name. */
export const named = (name: string): TitleFacts =>
  titles.find(({ title, mediaType }) => title === name && mediaType === 'movie')!;

/** The first films whose main genre is this one. */
export const ofGenre = (genre: string, count: number): TitleFacts[] =>
  titles.filter((title) => title.mediaType === 'movie' && genresOfTitle(title)[0] === genre).slice(0, count);
