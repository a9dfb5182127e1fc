import { LRUCache } from 'lru-cache';
import type MiniSearch from 'minisearch';
import type { MediaType } from '../../../../common/schemas/title.ts';
import { createInitials } from '../names/initials.ts';
import { createNameMatcher, type NameMatch } from '../names/nameMatcher.ts';
import { articles, searchTokens, wordsOf } from '../names/searchText.ts';
import type { Catalogue, CataloguePerson, CatalogueTitle } from './catalogue.data.ts';
import { otherNames } from './catalogue.otherNames.ts';

export interface CatalogueSearch {
  titles(mediaType: MediaType, query: string): Promise<CatalogueTitle[]>;
  people(query: string): Promise<CataloguePerson[]>;
}

interface Searched {
  name: string;
  people: string;
  popularity: number;
  year: string;
}

interface Index {
  index: MiniSearch;
  matchNames: (text: string) => NameMatch[];
  abbreviatedBy: (text: string) => readonly number[];
  /** How well a name matches; lower is better. */
  rankOf: typeof tierOf;
  entries: readonly Searched[];
  mostPopular: number;
}

const nobody: Searched = { name: '', people: '', popularity: 0, year: '' };

const CAST_SEARCHED = 8;
/** More words than the longest name has; each word costs one pass through the index. */
const MOST_WORDS = 16;
/** Shorter prefixes of names match half the catalogue. */
const PERSON_PREFIX = 5;

const withoutArticle = (words: string[]) => (articles.has(words[0] ?? '') ? words.slice(1) : words).join(' ');

/** How well a name matches a query; lower is better. */
function tierOf(name: string[], query: string[]): number {
  const [whole, core, asked] = [name.join(' '), withoutArticle(name), query.join(' ')];
  if (whole === asked || core === withoutArticle(query)) return 0;
  if (whole.startsWith(`${asked} `) || core.startsWith(`${asked} `)) return 1;
  if (whole.startsWith(asked) || core.startsWith(asked) || name.join('').startsWith(query.join(''))) return 2;
  return query.every((word) => name.includes(word)) ? 3 : 4;
}

const afterNames = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);

/** For people, the last name counts as much as the first: 'damon' finds Matt Damon first. */
function personTierOf(name: string[], query: string[]): number {
  const tier = tierOf(name, query);
  const words = name.filter((word, at) => at === 0 || !afterNames.has(word));
  return tier > 1 && words.join(' ').endsWith(` ${query.join(' ')}`) ? 1 : tier;
}

/** A fuzzy match with at least this similarity ranks before names that only contain the words. */
const SURELY_MEANT = 0.8;
/** With fewer results, weaker fuzzy matches are added. */
const FEW = 5;
/** Weaker matches need a whole word of the query, or else they only sound like it. */
const WITHOUT_WORD = 0.7;
/** Shorter words are in too many names. */
const WORD = 3;
/** A kind's fuzzy matches this much weaker than the best of all kinds are dropped. */
const BESIDE_BEST = 0.82;
/** With this limit, no fuzzy match is added. */
const NONE = Number.POSITIVE_INFINITY;
/** How much popularity counts compared with similarity. */
const FAME = 0.03;

/** What an index has for a query. */
interface Matches<T = number> {
  /** All words of the query are in a name as they are. */
  isExact: boolean;
  /** The score of the best fuzzy match. */
  best: number;
  /** The results, with fuzzy matches from this score on. */
  from: (least: number) => T[];
}

const noMatches: Matches = { isExact: false, best: 0, from: () => [] };

/** Results in this order: exact, prefix, words, strong fuzzy matches, initials, people, weak fuzzy matches. */
function find(known: Index, text: string): Matches {
  const { index, matchNames, abbreviatedBy, rankOf, entries, mostPopular } = known;
  const year = /\s\(?((?:19|20)\d\d)\)?$/.exec(text)?.[1];
  const query = wordsOf(text);
  if (query.length === 0) return noMatches;

  const sought = [...new Set(query)].slice(0, MOST_WORDS).join(' ');
  const lookUp = (fields: string[], prefix: (term: string, at: number, all: string[]) => boolean): number[] =>
    index.search(sought, { fields, prefix, combineWith: 'AND', tokenize: wordsOf }).map((hit) => hit.id);
  const rank = (ids: number[], scoreOf: (entry: Searched) => number): number[] =>
    ids
      .map((id) => ({ id, entry: entries[id] ?? nobody }))
      .map(({ id, entry }) => ({ id, score: scoreOf(entry), popularity: entry.popularity }))
      .sort((a, b) => a.score - b.score || b.popularity - a.popularity)
      .map(({ id }) => id);
  // Half of all names have a word with a given first letter, so a single letter counts only at the end of the query.
  const anyPrefix = (term: string, at: number, all: string[]) => term.length > 1 || at === all.length - 1;
  const longPrefix = (term: string) => term.length >= PERSON_PREFIX;
  const famed = (id: number) => Math.log1p(entries[id]?.popularity ?? 0) / Math.log1p(mostPopular);
  const meant = matchNames(text).sort((a, b) => b.score + FAME * famed(b.id) - a.score - FAME * famed(a.id));

  const named = rank(lookUp(['name'], anyPrefix), (entry) => rankOf(wordsOf(entry.name), query));
  const isWhole = (id: number) => tierOf(wordsOf(entries[id]?.name ?? ''), query) === 0;
  // 'the lion' finds Lion before The Lion King.
  const exact = meant.filter(({ score }) => score === 1).map(({ id }) => id);
  const hasAllWords = (id: number) => {
    const own = wordsOf(entries[id]?.name ?? '');
    return query.every((word) => own.includes(word));
  };
  const hasWord = (id: number) => {
    const own = wordsOf(entries[id]?.name ?? '');
    return query.some((word) => word.length >= WORD && !articles.has(word) && own.includes(word));
  };
  const byOthers = [
    ...rank([...abbreviatedBy(query.join(' '))], () => 0),
    ...rank(lookUp(['people'], longPrefix), () => 0),
    ...rank(lookUp(['name', 'people'], longPrefix), () => 0),
  ];
  const from = (least: number): number[] => {
    const alike = meant.filter(({ id, score }) => score >= least && (score >= WITHOUT_WORD || hasWord(id)));
    const found = new Set([...named.filter(isWhole), ...exact, ...named]);
    for (const { id, score } of alike) if (score >= SURELY_MEANT) found.add(id);
    for (const id of byOthers) found.add(id);
    if (found.size < FEW) for (const { id } of alike) found.add(id);
    return [...found];
  };
  const own = { isExact: exact.length > 0 || named.some(hasAllWords), best: meant[0]?.score ?? 0, from };
  if (!year) return own;
  // 'heat 1995': results for the other words, with titles of that year first.
  const rest = find(known, text.slice(0, text.lastIndexOf(year)).replace(/\($/, ''));
  return {
    isExact: own.isExact || rest.isExact,
    best: Math.max(own.best, rest.best),
    from: (least) => {
      const ofYear = rest.from(least).filter((id) => entries[id]?.year === year);
      return [...new Set([...named, ...ofYear, ...from(least)])];
    },
  };
}

/** This many votes count as much as one point of popularity. */
const VOTES_LIKE_FAME = 800;

/** Builds its index at the first use, in slices that do not block other requests. An entry may have several names. */
function createSearcher<T>(
  entries: readonly T[],
  searchedOf: (entry: T) => Searched[],
  rankOf = tierOf,
): (text: string) => Promise<Matches<T>> {
  const named = entries.flatMap((entry) => searchedOf(entry).map((searched) => ({ entry, searched })));
  let ready: Promise<Index> | undefined;

  async function build(): Promise<Index> {
    const { default: MiniSearch } = await import('minisearch');
    const searched = named.map((one) => one.searched);
    const index = new MiniSearch({ fields: ['name', 'people'], tokenize: searchTokens, processTerm: (term) => term });
    await index.addAllAsync(
      searched.map((entry, id) => ({ id, name: entry.name, people: entry.people })),
      { chunkSize: 200 },
    );
    const names = searched.map(({ name }) => name);
    const matchNames = await createNameMatcher(names);
    const abbreviatedBy = createInitials(names);
    const mostPopular = Math.max(1, ...searched.map(({ popularity }) => popularity));
    return { index, matchNames, abbreviatedBy, rankOf, entries: searched, mostPopular };
  }

  return async (text) => {
    ready ??= build();
    const { isExact, best, from } = find(await ready, text);
    return { isExact, best, from: (least) => [...new Set(from(least).flatMap((id) => named[id]?.entry ?? []))] };
  };
}

interface Found {
  movie: CatalogueTitle[];
  tv: CatalogueTitle[];
  person: CataloguePerson[];
}

/** How many queries are kept with their results. */
const RECENT = 50;

export function createCatalogueSearch(catalogue: Catalogue): CatalogueSearch {
  const searchedTitle = (title: CatalogueTitle): Searched[] => {
    // Current popularity and the number of votes: either alone would rank Reunion before Psycho.
    const popularity = title.popularity + title.voteCount / VOTES_LIKE_FAME;
    const year = title.date.slice(0, 4);
    const people = [...title.makers, ...title.cast.slice(0, CAST_SEARCHED)].map((person) => person.name).join(' ');
    const others = otherNames[title.mediaType][title.id] ?? [];
    return [
      { name: title.title, people, popularity, year },
      // Other names count less, so that the start of a series' name finds titles with that name first.
      ...others.map((name) => ({ name, people: '', popularity: popularity / 2, year })),
    ];
  };
  const searchers = {
    movie: createSearcher(catalogue.titles.movie, searchedTitle),
    tv: createSearcher(catalogue.titles.tv, searchedTitle),
    person: createSearcher(
      catalogue.people,
      // Directors and creators count as known for their titles too.
      ({ name, popularity, titles }) => [{ name, people: '', popularity: popularity + titles.length / 2, year: '' }],
      personTierOf,
    ),
  };

  /** All kinds are searched together: what one of them has decides how similar the results of the others must be. */
  async function search(query: string): Promise<Found> {
    const [movie, tv, person] = await Promise.all([
      searchers.movie(query),
      searchers.tv(query),
      searchers.person(query),
    ]);
    const all = [movie, tv, person];
    const best = Math.max(...all.map((matches) => matches.best));
    const least = all.some(({ isExact }) => isExact) ? NONE : best * BESIDE_BEST;
    return { movie: movie.from(least), tv: tv.from(least), person: person.from(least) };
  }

  // The app asks for films, shows and people at the same time, and for further pages later.
  const recent = new LRUCache<string, Promise<Found>>({ max: RECENT });
  const find = (query: string): Promise<Found> => {
    const known = recent.get(query);
    if (known) return known;
    const found = search(query);
    recent.set(query, found);
    return found;
  };

  return {
    titles: async (mediaType, query) => (await find(query))[mediaType],
    people: async (query) => (await find(query)).person,
  };
}
