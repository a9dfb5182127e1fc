import type { MediaType } from '../../../../common/schemas/title.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { nameKey } from '../names/searchText.ts';
import { type Catalogue, type CatalogueTitle, readBundled } from './catalogue.data.ts';
import { otherNames } from './catalogue.otherNames.ts';

type NameRow = [imdbId: string | null, original: string | null, others: string[]];

/** The names and IMDb ids of the bundled titles. Only imports need them, so they are read with the first one. */
export interface CatalogueNames {
  /** Titles that have this name in one of the languages. */
  named(mediaType: MediaType, name: string): CatalogueTitle[];
  imdbIdOf(title: CatalogueTitle): string | null;
  findByImdbId(imdbId: string): CatalogueTitle | null;
}

export function createNames({ titles }: Catalogue): CatalogueNames {
  const rows = readBundled<Record<string, NameRow>>('server/features/titles/catalogue/names.json');
  const rowOf = ({ mediaType, id }: CatalogueTitle): NameRow =>
    rows[titleKey({ mediaType, tmdbId: id })] ?? [null, null, []];
  const byName = { movie: new Map<string, CatalogueTitle[]>(), tv: new Map<string, CatalogueTitle[]>() };
  const byImdbId = new Map<string, CatalogueTitle>();
  for (const title of [...titles.movie, ...titles.tv]) {
    const [imdbId, original, others] = rowOf(title);
    if (imdbId) byImdbId.set(imdbId, title);
    const names = [title.title, original ?? title.title, ...others, ...(otherNames[title.mediaType][title.id] ?? [])];
    const named = byName[title.mediaType];
    for (const key of new Set(names.map(nameKey))) named.set(key, [...(named.get(key) ?? []), title]);
  }
  return {
    named: (mediaType, name) => byName[mediaType].get(nameKey(name)) ?? [],
    imdbIdOf: (title) => rowOf(title)[0],
    findByImdbId: (imdbId) => byImdbId.get(imdbId) ?? null,
  };
}
