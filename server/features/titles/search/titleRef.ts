import type { Kind } from './titleIndex.ts';

/** A title or person by an id instead of a name. Without a kind, the id is one of the kind that is searched. */
export type TitleRef = { kind: Kind | null; id: number } | { imdbId: string };

const IMDB_ID =
  /^(?:(?:https?:\/\/)?(?:[\w-]+\.)*imdb\.com\/(?:[\w-]+\/)*?(?:title|name)\/)?((?:tt|nm)\d{5,12})(?:[/?#]|$)/i;
const TMDB_ADDRESS = /^(?:https?:\/\/)?(?:www\.)?(?:themoviedb|tmdb)\.org\/(movie|tv|person)\/(\d{1,9})(?:\D|$)/i;
const TMDB_ID = /^tmdb[:\s#]+(?:(movie|tv|person)[/:\s])?(\d{1,9})$/i;

/** The title that an id or an address of TMDB or IMDb names, or null for other texts. */
export function toTitleRef(query: string): TitleRef | null {
  const text = query.trim();
  const imdbId = IMDB_ID.exec(text)?.[1];
  if (imdbId) return { imdbId: imdbId.toLowerCase() };
  const [, kind, id] = TMDB_ADDRESS.exec(text) ?? TMDB_ID.exec(text) ?? [];
  return id ? { kind: (kind?.toLowerCase() as Kind | undefined) ?? null, id: Number(id) } : null;
}

/** A number that may be an id, where no name is found by it. */
export function toBareId(query: string): number | null {
  const text = query.trim();
  return /^\d{2,9}$/.test(text) ? Number(text) : null;
}
