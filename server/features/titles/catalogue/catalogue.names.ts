import type { MediaType } from '../../../../common/schemas/title.ts';
import { nameKey } from '../search/searchText.ts';
import { type Catalogue, type CatalogueTitle, readBundled } from './catalogue.data.ts';
import { otherNames } from './catalogue.otherNames.ts';

type NameRow = [id: number, imdbId: string | null, ...names: string[]];

interface TitleNames {
  imdbId: string | null;
  /** Names besides the one in the catalogue: the original one first where it differs, then those of other countries. */
  names: string[];
}

export type Names = Record<MediaType, Map<number, TitleNames>>;

/** The bundled names and IMDb ids by TMDB id. Reading them takes a few milliseconds. */
export function loadNames(): Names {
  const file = readBundled<Record<MediaType, NameRow[]>>('server/features/titles/catalogue/names.json');
  const namesOf = (rows: NameRow[]) => new Map(rows.map(([id, imdbId, ...names]) => [id, { imdbId, names }]));
  return { movie: namesOf(file.movie), tv: namesOf(file.tv) };
}

/** The titles by their exact names and IMDb ids. Only imports, exports and pasted ids need them. */
export interface CatalogueNames {
  /** Titles that have this name in one of the languages. */
  named(mediaType: MediaType, name: string): CatalogueTitle[];
  imdbIdOf(title: CatalogueTitle): string | null;
  findByImdbId(imdbId: string): CatalogueTitle | null;
}

export function createNames({ titles }: Catalogue): CatalogueNames {
  const known = loadNames();
  const namesOf = ({ mediaType, id }: CatalogueTitle) => known[mediaType].get(id);
  const byName = { movie: new Map<string, CatalogueTitle[]>(), tv: new Map<string, CatalogueTitle[]>() };
  const byImdbId = new Map<string, CatalogueTitle>();
  for (const title of [...titles.movie, ...titles.tv]) {
    const found = namesOf(title);
    if (found?.imdbId) byImdbId.set(found.imdbId, title);
    const names = [title.title, ...(found?.names ?? []), ...(otherNames[title.mediaType][title.id] ?? [])];
    const named = byName[title.mediaType];
    for (const key of new Set(names.map(nameKey))) named.set(key, [...(named.get(key) ?? []), title]);
  }
  return {
    named: (mediaType, name) => byName[mediaType].get(nameKey(name)) ?? [],
    imdbIdOf: (title) => namesOf(title)?.imdbId ?? null,
    findByImdbId: (imdbId) => byImdbId.get(imdbId) ?? null,
  };
}
