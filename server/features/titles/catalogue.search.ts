import type MiniSearch from 'minisearch';
import type { MediaType } from '../../../common/title.ts';
import type { Catalogue, CataloguePerson, CatalogueTitle } from './catalogue.data.ts';
import { editDistance } from './editDistance.ts';
import { searchTokens, wordsOf } from './searchText.ts';

export interface CatalogueSearch {
  titles(mediaType: MediaType, query: string): Promise<CatalogueTitle[]>;
  people(query: string): Promise<CataloguePerson[]>;
}

interface Searched {
  name: string;
  people: string;
  popularity: number;
}

const CAST_SEARCHED = 8;
/** Shorter beginnings of a person's name match half the catalogue. */
const PERSON_PREFIX = 5;

const articles = new Set(['the', 'a', 'an']);

const withoutArticle = (words: string[]) => (articles.has(words[0] ?? '') ? words.slice(1) : words).join(' ');

/** How well a name answers a query: the smaller the better. */
function tierOf(name: string[], query: string[]): number {
  const [whole, core, asked] = [name.join(' '), withoutArticle(name), query.join(' ')];
  if (whole === asked || core === withoutArticle(query)) return 0;
  if (whole.startsWith(`${asked} `) || core.startsWith(`${asked} `)) return 1;
  if (whole.startsWith(asked) || core.startsWith(asked) || name.join('').startsWith(query.join(''))) return 2;
  return query.every((word) => name.includes(word)) ? 3 : 4;
}

function slipsAllowed(word: string): number {
  if (word.length < 4) return 0;
  return word.length < 8 ? 1 : 2;
}

/** How many letters are wrong in all, or infinite when some word is too far from every word of the text. */
function slipsIn(text: string[], query: string[]): number {
  let total = 0;
  for (const word of query) {
    const nearest = Math.min(
      ...text.map((own) =>
        own.startsWith(word) ? 0 : Math.abs(own.length - word.length) > 2 ? 9 : editDistance(word, own),
      ),
    );
    total += nearest > slipsAllowed(word) ? Number.POSITIVE_INFINITY : nearest;
  }
  return total;
}

/** Finds in the order exact, prefix, words, then people; what is misspelt only when nothing is spelt so. */
function find(index: MiniSearch, entries: readonly Searched[], text: string): number[] {
  const query = wordsOf(text);
  if (query.length === 0) return [];

  const lookUp = (fields: string[], prefix: boolean | ((term: string) => boolean), fuzzy: boolean): number[] =>
    index
      .search(query.join(' '), {
        fields,
        prefix,
        combineWith: 'AND',
        tokenize: wordsOf,
        // The index counts a swap as two slips, so it is asked for more than is then accepted.
        fuzzy: fuzzy && ((term) => Math.min(2, slipsAllowed(term) * (term.length > 4 ? 2 : 1))),
      })
      .map((hit) => hit.id);
  const rank = (ids: number[], scoreOf: (entry: Searched) => number): number[] =>
    ids
      .map((id) => ({ id, entry: entries[id] ?? { name: '', people: '', popularity: 0 } }))
      .map(({ id, entry }) => ({ id, score: scoreOf(entry), popularity: entry.popularity }))
      .filter(({ score }) => score < Number.POSITIVE_INFINITY)
      .sort((a, b) => a.score - b.score || b.popularity - a.popularity)
      .map(({ id }) => id);
  const longPrefix = (term: string) => term.length >= PERSON_PREFIX;

  const found = new Set([
    ...rank(lookUp(['name'], true, false), (entry) => tierOf(wordsOf(entry.name), query)),
    ...rank(lookUp(['people'], longPrefix, false), () => 0),
    ...rank(lookUp(['name', 'people'], longPrefix, false), () => 0),
  ]);
  if (found.size === 0) {
    for (const id of rank(lookUp(['name'], true, true), (entry) => slipsIn(searchTokens(entry.name), query)))
      found.add(id);
    const everything = (entry: Searched) => slipsIn(wordsOf(`${entry.name} ${entry.people}`), query);
    for (const id of rank(lookUp(['name', 'people'], longPrefix, true), everything)) found.add(id);
  }
  return [...found];
}

/** Builds its index when first used, in slices, so that nobody else waits. */
function createSearcher<T>(entries: readonly T[], searchedOf: (entry: T) => Searched): (text: string) => Promise<T[]> {
  let ready: Promise<{ index: MiniSearch; searched: Searched[] }> | undefined;

  async function build() {
    const { default: MiniSearch } = await import('minisearch');
    const searched = entries.map(searchedOf);
    const index = new MiniSearch({ fields: ['name', 'people'], tokenize: searchTokens, processTerm: (term) => term });
    await index.addAllAsync(
      searched.map((entry, id) => ({ id, name: entry.name, people: entry.people })),
      { chunkSize: 200 },
    );
    return { index, searched };
  }

  return async (text) => {
    ready ??= build();
    const { index, searched } = await ready;
    return find(index, searched, text)
      .map((id) => entries[id])
      .filter((entry) => entry !== undefined);
  };
}

export function createCatalogueSearch(catalogue: Catalogue): CatalogueSearch {
  const searchedTitle = (title: CatalogueTitle): Searched => ({
    name: title.title,
    people: [...title.makers, ...title.cast.slice(0, CAST_SEARCHED)].map((person) => person.name).join(' '),
    popularity: title.popularity,
  });
  const searchTitles = {
    movie: createSearcher(catalogue.titles.movie, searchedTitle),
    tv: createSearcher(catalogue.titles.tv, searchedTitle),
  };
  const searchPeople = createSearcher(catalogue.people, ({ name, popularity }) => ({ name, people: '', popularity }));
  return {
    titles: (mediaType, query) => searchTitles[mediaType](query),
    people: searchPeople,
  };
}
