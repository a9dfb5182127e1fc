import { limits } from '../../../common/constants.ts';
import type { ImportMatch, ImportTitle } from '../../../common/schemas/import.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { nameKey } from '../titles/search/searchText.ts';
import type { NamedTitle, SourceFacts, TitleSource } from '../titles/title.source.ts';

/** Which title a file means: one, several that only the person can tell apart, or none that the source knows. */
export interface Found {
  match: ImportMatch | null;
  candidates: ImportMatch[];
}

const none: Found = { match: null, candidates: [] };

/** How far the length of a title may be from what a file says, in minutes, where it tells titles apart, and at all. */
const SAME_MINUTES = 3;
const POSSIBLE_MINUTES = 15;

/**
 * Finds the title that a file means: by TMDB's id, by the id of another service, else by its name and year. Several good
 * titles are never decided here. Throws `upstream` when the source does not answer.
 */
export async function findMatch(source: TitleSource, title: ImportTitle, hasEpisodes: boolean): Promise<Found> {
  const types = mediaTypesOf(title, hasEpisodes);
  const { tmdb, imdb, tvdb } = title.ids;
  if (tmdb !== undefined) {
    const found = await loadFacts(
      source,
      types.map((mediaType) => ({ mediaType, id: tmdb })),
    );
    const named = found.filter((facts) => isNamed(facts, title));
    if (found.length === 1 || named.length === 1) return decide(found.length === 1 ? found : named);
    if (found.length > 1) return decide(found);
    // The bundled catalogue has TMDB's ids of all its titles.
    if (source.name === 'catalogue') return none;
  }
  if (imdb !== undefined || tvdb !== undefined) {
    const identified = (await source.identify({ imdb, tvdb })).filter(({ episode }) => episode === null);
    const fitting = identified.filter(({ mediaType }) => types.includes(mediaType));
    if (fitting.length > 0) return decide(await loadFacts(source, fitting));
    if (identified.length > 0) return hasEpisodes ? none : ask(await loadFacts(source, identified));
  }
  return title.title ? findByName(source, title, types) : none;
}

/** An episode is of a show, whatever its row says about the title. */
function mediaTypesOf(title: ImportTitle, hasEpisodes: boolean): MediaType[] {
  if (hasEpisodes) return ['tv'];
  return title.mediaType ? [title.mediaType] : ['movie', 'tv'];
}

type Named = NamedTitle & { mediaType: MediaType };

async function findByName(source: TitleSource, title: ImportTitle, types: readonly MediaType[]): Promise<Found> {
  const exact = new Map<string, Named>();
  const similar = new Map<string, Named>();
  for (const mediaType of types) {
    for (const name of new Set([title.title, title.originalTitle ?? title.title])) {
      const found = await source.findNamed(mediaType, name);
      const keyOf = ({ id }: NamedTitle) => titleKey({ mediaType, tmdbId: id });
      for (const one of found.exact) exact.set(keyOf(one), { ...one, mediaType });
      for (const one of found.similar) similar.set(keyOf(one), { ...one, mediaType });
    }
  }
  const possible = [...exact.values()].filter(({ imdbId }) => !title.ids.imdb || !imdbId || imdbId === title.ids.imdb);
  const { pool, isExactYear } = ofYear(possible, title.year);
  if (pool.length === 0) {
    // Named otherwise here, perhaps in another language.
    const others = [...similar.values()].filter(({ year }) => title.year !== undefined && year === title.year);
    return ask(await loadFacts(source, others.slice(0, limits.importCandidates)));
  }
  const facts = await loadFacts(source, pool.slice(0, limits.importCandidates));
  const good = byMakers(facts, title.director);
  const left = good.length > 1 ? byLength(good, title.runtime) : good;
  const [only] = left;
  const isDoubtful = title.hasTwin || (!isExactYear && only && !isPossibleLength(only, title.runtime));
  return isDoubtful ? ask(left) : decide(left);
}

/** Those of the year. Otherwise those of the year before and after it: release dates differ between countries. */
function ofYear(titles: readonly Named[], year: number | undefined): { pool: Named[]; isExactYear: boolean } {
  if (year === undefined) return { pool: [...titles], isExactYear: true };
  const same = titles.filter((title) => title.year === year);
  if (same.length > 0) return { pool: same, isExactYear: true };
  return { pool: titles.filter((title) => title.year && Math.abs(title.year - year) === 1), isExactYear: false };
}

/** A title by other makers is another title. */
function byMakers(titles: SourceFacts[], director: string | undefined): SourceFacts[] {
  if (!director) return titles;
  const wanted = new Set(director.split(/[,;/&]| and /).map(nameKey));
  const agreeing = titles.filter(({ makers }) => makers.some(({ name }) => wanted.has(nameKey(name))));
  return agreeing.length > 0 ? agreeing : titles.filter(({ makers }) => makers.length === 0);
}

function byLength(titles: SourceFacts[], minutes: number | undefined): SourceFacts[] {
  if (!minutes) return titles;
  const same = titles.filter(({ runtime }) => runtime !== null && Math.abs(runtime - minutes) <= SAME_MINUTES);
  return same.length > 0 ? same : titles;
}

function isPossibleLength({ runtime }: SourceFacts, minutes: number | undefined): boolean {
  return !minutes || runtime === null || Math.abs(runtime - minutes) <= POSSIBLE_MINUTES;
}

const isNamed = (facts: SourceFacts, { title, originalTitle }: ImportTitle) =>
  [title, originalTitle].some((name) => name !== undefined && nameKey(name) === nameKey(facts.title));

async function loadFacts(
  source: TitleSource,
  titles: readonly { mediaType: MediaType; id: number }[],
): Promise<SourceFacts[]> {
  const found = await Promise.all(titles.map(({ mediaType, id }) => source.findTitle(mediaType, id)));
  return found.filter((facts) => facts !== null);
}

function decide(titles: readonly SourceFacts[]): Found {
  const [only] = titles;
  return only && titles.length === 1 ? { match: toMatch(only), candidates: [] } : ask(titles);
}

/** The most popular one first. */
function ask(titles: readonly SourceFacts[]): Found {
  const inOrder = titles.toSorted((a, b) => b.popularity - a.popularity);
  return { match: null, candidates: inOrder.slice(0, limits.importCandidates).map(toMatch) };
}

export function toMatch(facts: SourceFacts): ImportMatch {
  return {
    mediaType: facts.mediaType,
    tmdbId: facts.id,
    title: facts.title,
    year: Number(facts.releaseDate.slice(0, 4)) || null,
    posterPath: facts.posterPath,
    makers: facts.makers.map(({ name }) => name),
  };
}
