import { setImmediate } from 'node:timers/promises';
import { createInitials } from './initials.ts';
import { alike, createNameMatcher, type NameMatch } from './nameMatcher.ts';
import { isNoise, leadingNumber, toSeriesNumber, withoutNoise } from './queryWords.ts';
import { articles, wordsOf } from './searchText.ts';
import { idsOfAll, WordIndex } from './wordIndex.ts';

export type Kind = 'movie' | 'tv' | 'person';

/** A title or a person as the index knows it. */
export interface Entry {
  id: number;
  /** The name that is shown, and then others. */
  names: readonly string[];
  popularity: number;
  /** YYYY-MM-DD, or empty for people and when unknown. */
  date: string;
  /** The names of its makers and actors. */
  people?: string;
  /** Its characters, keywords, genres and language. */
  about?: string;
  /** For people: what they played in or made, most popular first. */
  titles?: readonly { kind: 'movie' | 'tv'; id: number }[];
}

/** What a search finds: ids, best first. */
export interface Found {
  ids: Record<Kind, number[]>;
  /** How many of them have a name with the words of the query, or a very similar one. */
  named: Record<Kind, number>;
  /** How many are found by names, people and characters. The others are only a little similar. */
  strong: Record<Kind, number>;
  /** The name that was probably meant, if no name has the words of the query. */
  meant: string | undefined;
}

/** More words than the longest name has; each word costs one pass through the index. */
const MOST_WORDS = 16;
/** Shorter prefixes of names match half the catalogue. */
const PERSON_PREFIX = 5;
const ABOUT_PREFIX = 7;
/** A fuzzy match with at least this similarity ranks before names that only contain the words. */
const SURELY_MEANT = 0.8;
/** With fewer results, weaker fuzzy matches are added. */
const FEW = 5;
/** With fewer results, titles are found by characters and keywords. */
const VERY_FEW = 3;
/** Weaker matches need a whole word of the query, or else they only sound like it. */
const WITHOUT_WORD = 0.7;
/** Shorter words are in too many names. Words of this length may have only the first letter in common. */
const WORD = 3;
/** Words that are less similar are not the same word misspelt. */
const ALIKE = 0.4;
const SHORT_ALIKE = 0.3;
/** With the same first letter, as words that are spelt by ear: 'sersha' for 'saoirse'. */
const HEARD_ALIKE = 0.25;
const LIKE_ARTICLE = 0.6;
/** A kind's fuzzy matches this much weaker than the best of all kinds are dropped. */
const BESIDE_BEST = 0.82;
/** So similar names are meant rather than a character with the words of the query. */
const RATHER_A_NAME = 0.9;
/** People who are this much less similar than the best one are not meant. */
const SAME_PERSON = 0.95;
const MOST_PEOPLE = 3;
/** How much popularity counts compared with similarity. */
const FAME = 0.03;
/** Other names count less, so that the start of a series' name finds titles with that name first. */
const OTHER_NAME = 0.5;
/** Words beside a name that nothing explains must be at most this share of the query's letters. */
const UNEXPLAINED = 0.4;
/** Shorter names are not found with an unexplained word. */
const SHORTEST_NAME = 4;

const coreOf = (words: readonly string[]) => (articles.has(words[0] ?? '') ? words.slice(1) : words);

/** Words, together and without an article at the start. */
interface Worded {
  words: readonly string[];
  whole: string;
  core: string;
}

function worded(words: readonly string[]): Worded {
  const [whole, core] = [words.join(' '), coreOf(words)];
  return { words, whole, core: core === words ? whole : core.join(' ') };
}

/** How well a name matches a query; lower is better. */
function tierOf(name: Worded, asked: Worded): number {
  if (name.whole === asked.whole || name.core === asked.core) return 0;
  const length = [name.whole, name.core].some((own) => own.startsWith(asked.whole)) ? asked.whole.length : 0;
  if (length > 0) {
    const goesOn = [name.whole, name.core].some((own) => own.startsWith(asked.whole) && own[length] === ' ');
    return goesOn ? 1 : 2;
  }
  const isSplit = name.whole[0] === asked.whole[0] && name.words.join('').startsWith(asked.words.join(''));
  if (isSplit) return 2;
  return asked.words.every((word) => name.words.includes(word)) ? 3 : 4;
}

const afterNames = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);

/** For people, the last name counts as much as the first: 'damon' finds Matt Damon first. */
function personTierOf(name: Worded, asked: Worded): number {
  const tier = tierOf(name, asked);
  if (tier <= 1) return tier;
  const last = name.words.length > 1 && afterNames.has(name.words.at(-1) ?? '') ? name.words.slice(0, -1) : name.words;
  return ` ${last.join(' ')}`.endsWith(` ${asked.whole}`) ? 1 : tier;
}

interface Name extends Worded {
  entry: Entry;
  text: string;
  popularity: number;
}

/** What an index has for a query, as numbers of names. */
interface Looked {
  /** Names that are the query. */
  whole: number[];
  /** Names with the words of the query, or with words that begin so. */
  named: number[];
  /** All words of the query are in a name as they are. */
  isExact: boolean;
  similar: NameMatch[];
  /** The score of the best of them. */
  best: number;
}

interface SeriesMember {
  id: number;
  number: number | null;
  /** The name that is shown, or its part after a colon, begins with that of the series. */
  isStart: boolean;
}

/** The names of one kind. */
class KindIndex {
  readonly byId = new Map<number, Entry>();
  readonly names: Name[] = [];
  private readonly words = { name: new WordIndex(), people: new WordIndex(), about: new WordIndex() };
  private readonly matcher = createNameMatcher();
  private readonly initials = createInitials();
  private readonly rankOf: typeof tierOf;
  private mostPopular = 1;

  constructor(kind: Kind) {
    this.rankOf = kind === 'person' ? personTierOf : tierOf;
  }

  /** Adds an entry, or names that it did not have. True if there were any. */
  add(entry: Entry): boolean {
    const known = this.byId.get(entry.id);
    const has = new Set(known?.names);
    const own: Entry = known ?? { ...entry };
    if (known) {
      own.popularity = Math.max(own.popularity, entry.popularity);
      own.names = [...new Set([...own.names, ...entry.names])];
    }
    this.byId.set(own.id, own);
    this.mostPopular = Math.max(this.mostPopular, own.popularity);
    const added = entry.names.filter((text) => !has.has(text));
    for (const text of new Set(added)) {
      const isMain = text === own.names[0];
      const popularity = isMain ? own.popularity : own.popularity * OTHER_NAME;
      const id = this.names.push({ entry: own, text, popularity, ...worded(wordsOf(text)) }) - 1;
      const { people = '', about = '' } = isMain ? own : {};
      this.words.name.add(id, text);
      this.words.people.add(id, people);
      this.words.about.add(id, about);
      this.matcher.add(id, text);
      this.initials.add(id, text);
    }
    return added.length > 0;
  }

  private name(id: number): Name {
    const name = this.names[id];
    if (!name) throw new Error('There is no such name in the index');
    return name;
  }

  entryOf(id: number): Entry {
    return this.name(id).entry;
  }

  isOfYear(entryId: number, year: string): boolean {
    return this.byId.get(entryId)?.date.startsWith(year) ?? false;
  }

  private famed(id: number): number {
    return Math.log1p(this.name(id).entry.popularity) / Math.log1p(this.mostPopular);
  }

  private find(
    words: readonly string[],
    fields: readonly ('name' | 'people' | 'about')[],
    isPrefix: (word: string, isLast: boolean) => boolean,
  ): number[] {
    const sought = [...new Set(words)].slice(0, MOST_WORDS);
    const indexes = fields.map((field) => this.words[field]);
    return idsOfAll(indexes, sought, (word, at) => isPrefix(word, at === sought.length - 1));
  }

  /** The ids with the lowest score first, and of these the most popular. */
  private ranked(ids: readonly number[], scoreOf: (id: number) => number = () => 0): number[] {
    return ids
      .map((id) => ({ id, score: scoreOf(id), popularity: this.name(id).popularity }))
      .sort((a, b) => a.score - b.score || b.popularity - a.popularity)
      .map(({ id }) => id);
  }

  look(query: readonly string[]): Looked {
    // Half of all names have a word with a given first letter, so a single letter counts only at the end of the query.
    const named = this.find(query, ['name'], (word, isLast) => word.length > 1 || isLast);
    const asked = worded(query);
    const abbreviated = this.initials.find(query.join(''));
    const scores = new Map(named.map((id) => [id, this.rankOf(this.name(id), asked)]));
    for (const id of abbreviated) scores.set(id, Math.min(scores.get(id) ?? 2, 2));
    const inOrder = this.ranked([...scores.keys()], (id) => scores.get(id) ?? 4);
    const isWhole = (id: number) => tierOf(this.name(id), asked) === 0;
    const similar = this.matcher
      .match(query.join(' '))
      .sort((a, b) => b.score + FAME * this.famed(b.id) - a.score - FAME * this.famed(a.id));
    // 'the lion' finds Lion before The Lion King.
    const whole = [...inOrder.filter(isWhole), ...similar.filter(({ score }) => score === 1).map(({ id }) => id)];
    return {
      whole,
      named: inOrder,
      isExact: whole.length > 0 || named.some((id) => this.hasWords(id, query)),
      similar,
      best: similar[0]?.score ?? 0,
    };
  }

  private hasWords(id: number, query: readonly string[]): boolean {
    const own = this.name(id).words;
    return query.every((word) => own.includes(word));
  }

  /** Whether a weak match has something for each word of the query, and one of them as it is if it is very weak. */
  isLikely({ id, score }: NameMatch, query: readonly string[]): boolean {
    const own = this.name(id).words;
    const told = query.filter((word) => word.length >= WORD && !articles.has(word));
    const isMeant = (word: string) =>
      own.some((other) => {
        const likeness = alike(word, other);
        if (articles.has(other)) return likeness >= LIKE_ARTICLE;
        const hasSameStart = other[0] === word[0];
        if (word.length <= WORD) return likeness >= SHORT_ALIKE || hasSameStart;
        return likeness >= (hasSameStart ? HEARD_ALIKE : ALIKE);
      });
    return (score >= WITHOUT_WORD || told.some((word) => own.includes(word))) && told.every(isMeant);
  }

  /** Entries by the names of people, and by such names with words of the title. */
  byPeople(query: readonly string[]): number[] {
    const longPrefix = (word: string) => word.length >= PERSON_PREFIX;
    // In names next to each other: 'james bond' is not in a film with James Stewart and Ward Bond.
    const isTogether = (id: number) =>
      ` ${wordsOf(this.entryOf(id).people ?? '').join(' ')}`.includes(` ${query.join(' ')}`);
    const people = this.ranked(this.find(query, ['people'], longPrefix).filter(isTogether));
    const hasNameWord = (id: number) => this.name(id).words.some((own) => query.some((word) => own.startsWith(word)));
    if (query.length === 1) return people;
    return [...people, ...this.ranked(this.find(query, ['name', 'people'], longPrefix).filter(hasNameWord))];
  }

  /** Entries by characters, keywords, genres and language. First those that have the words next to each other, as in a name. */
  byAbout(query: readonly string[]): number[] {
    const words = query.filter((word) => !articles.has(word));
    if (words.length === 0) return [];
    const isPrefix = (word: string, isLast: boolean) => isLast && word.length >= ABOUT_PREFIX;
    const found = this.find(words, ['about'], isPrefix);
    if (words.length === 1) return this.ranked(found);
    const isTogether = (id: number) =>
      wordsOf(this.entryOf(id).about ?? '')
        .join(' ')
        .includes(words.join(' '));
    return this.ranked(found, (id) => Number(!isTogether(id)));
  }

  /**
   * The part of a series with the number at the end of the query: by the number in its name, else by the order of the
   * dates. The other parts follow. Empty if there is no such part.
   */
  bySeries(query: readonly string[], longNames: Record<string, string>): number[] {
    const asked = toSeriesNumber(query);
    if (!asked) return [];
    const members = this.seriesOf(longNames[asked.base.join(' ')]?.split(' ') ?? asked.base);
    const entryOf = (id: number) => this.name(id).entry;
    const numbered = members.filter(({ number }) => number === asked.number).map(({ id }) => id);
    const dated = [...new Map(members.filter(({ isStart }) => isStart).map(({ id }) => [entryOf(id), id])).values()]
      .filter((id) => entryOf(id).date !== '')
      .sort((a, b) => (entryOf(a).date < entryOf(b).date ? -1 : 1));
    const nth = dated[asked.number - 1];
    if (numbered.length === 0 && (nth === undefined || asked.word === 'episode')) return [];
    // With another number in its name, a part before it is not in the index.
    const isOther =
      numbered.length === 0 && members.some(({ id, number }) => number && entryOf(id) === entryOf(nth ?? id));
    if (isOther || dated.length < 2) return [];
    return [...(numbered.length > 0 ? this.ranked(numbered) : [nth ?? 0]), ...dated];
  }

  /** Names with the name of a series, and the number that follows it. */
  private seriesOf(base: readonly string[]): SeriesMember[] {
    const withPhrase = (phrase: readonly string[]) =>
      this.find(phrase, ['name'], (_word, isLast) => isLast).flatMap((id) => {
        const { words } = this.name(id);
        const at = words.findIndex((_, start) => phrase.every((word, index) => isWordOf(words[start + index], word)));
        if (at < 0) return [];
        // 'The Lost World: Jurassic Park' is a part of Jurassic Park, but 'Moulin Rouge' is none of Rouge.
        const { text, entry } = this.name(id);
        const starts = text.split(/: | - /).map((part) => coreOf(wordsOf(part))[0]);
        const isStart = text === entry.names[0] && starts.some((start) => isWordOf(start, coreOf(phrase)[0] ?? ''));
        return [{ id, number: leadingNumber(words.slice(at + phrase.length)), isStart }];
      });
    const named = withPhrase(base);
    if (named.length > 0) return named;
    const near = this.initials.find(base.join(''))[0];
    const similar =
      near === undefined ? this.matcher.match(base.join(' ')).find(({ score }) => score >= SURELY_MEANT)?.id : near;
    if (similar === undefined) return [];
    const { words } = this.name(similar);
    const start = articles.has(words[0] ?? '') && !articles.has(base[0] ?? '') ? 1 : 0;
    const length = near === undefined ? base.length : base.join('').length;
    return withPhrase(words.slice(start, start + length));
  }

  /**
   * Entries whose whole name is the start or the end of the query, with something that explains each other word. With
   * `isFree`, one word may be unexplained.
   */
  wholeWithRest(query: readonly string[], isFree: boolean): number[] {
    const surely: number[] = [];
    const maybe: number[] = [];
    for (let length = query.length - 1; length > 0 && surely.length === 0; length--) {
      for (const start of new Set([0, query.length - length])) {
        const name = query.slice(start, start + length).join(' ');
        for (const id of this.matcher.equal(name)) {
          const unexplained = this.unexplained(this.name(id).entry, query, start, start + length);
          if (unexplained.length === 0) surely.push(id);
          const letters = unexplained.join('').length;
          if (
            isFree &&
            unexplained.length === 1 &&
            name.length >= SHORTEST_NAME &&
            letters <= UNEXPLAINED * query.join('').length
          )
            maybe.push(id);
        }
      }
    }
    const { year } = withoutNoise(query);
    return this.ranked(surely.length > 0 ? surely : maybe, (id) =>
      Number(year !== undefined && !this.entryOf(id).date.startsWith(year)),
    );
  }

  private unexplained(entry: Entry, query: readonly string[], from: number, to: number): string[] {
    const known = new Set(wordsOf(`${entry.people ?? ''} ${entry.about ?? ''}`));
    return query.filter((word, at) => {
      if ((at >= from && at < to) || articles.has(word)) return false;
      return !known.has(word) && !isNoise(query, at);
    });
  }
}

/** 'alien' is also a part of the name of a series in 'Aliens'. */
const isWordOf = (own: string | undefined, asked: string) => own === asked || own === `${asked}s`;

/** After this time of adding entries, other requests come first. */
const SLICE_MS = 8;
const kinds = ['movie', 'tv', 'person'] as const;

/** What all kinds have for a query. */
interface LookedAll extends Record<Kind, Looked> {
  isExact: boolean;
  hasWhole: boolean;
  best: number;
}

/** Titles and people by their names. Entries can be added at any time. */
export class TitleIndex {
  private readonly indexes = {
    movie: new KindIndex('movie'),
    tv: new KindIndex('tv'),
    person: new KindIndex('person'),
  };
  private readonly longNames: Record<string, string>;

  /** `longNames` has the names of series by what they are called for short. */
  constructor(longNames: Record<string, string>) {
    this.longNames = longNames;
  }

  sizeOf(kind: Kind): number {
    return this.indexes[kind].byId.size;
  }

  /** Adds entries in slices that do not block other requests. True if one of them was not there. */
  async addAll(kind: Kind, entries: Iterable<Entry>): Promise<boolean> {
    let since = performance.now();
    let hasNew = false;
    for (const entry of entries) {
      hasNew = this.indexes[kind].add(entry) || hasNew;
      if (performance.now() - since < SLICE_MS) continue;
      await setImmediate();
      since = performance.now();
    }
    return hasNew;
  }

  /** All kinds are searched together: what one of them has decides how similar the results of the others must be. */
  find(text: string): Found {
    const query = wordsOf(text).slice(0, 2 * MOST_WORDS);
    if (query.length === 0) return nothing();
    const all = this.look(query);
    // 'Mockingjay - Part 2' is asked for as a part too.
    const isPart = all.movie.isExact && toSeriesNumber(query)?.word === 'part';
    const series = isPart ? [] : this.indexes.movie.bySeries(query, this.longNames);
    if (all.isExact || series.length > 0) return this.answer(all, query, { series });
    const isFree = all.best < SURELY_MEANT && !kinds.some((kind) => all[kind].named.length > 0);
    const whole = {
      movie: this.indexes.movie.wholeWithRest(query, isFree),
      tv: this.indexes.tv.wholeWithRest(query, isFree),
      person: [],
    };
    if (whole.movie.length + whole.tv.length > 0) return this.answer(all, query, { whole });
    const { words, year } = withoutNoise(query);
    if (words.length === 0 || words.length === query.length) return this.answer(all, query);
    const core = this.look(words);
    // 'american beaty' is a name too, though 'american' alone says nothing about one.
    const isCore = core.isExact ? core.hasWhole || all.best < RATHER_A_NAME : core.best > all.best;
    return isCore ? this.answer(core, words, { year }) : this.answer(all, query, { year });
  }

  private look(query: readonly string[]): LookedAll {
    const { movie, tv, person } = this.indexes;
    const looked = { movie: movie.look(query), tv: tv.look(query), person: person.look(query) };
    const all = kinds.map((kind) => looked[kind]);
    return {
      ...looked,
      isExact: all.some(({ isExact }) => isExact),
      hasWhole: all.some(({ whole }) => whole.length > 0),
      best: Math.max(...all.map(({ best }) => best)),
    };
  }

  private answer(all: LookedAll, query: readonly string[], known: Known = {}): Found {
    const { series = [], whole, year } = known;
    const about = { movie: this.indexes.movie.byAbout(query), tv: this.indexes.tv.byAbout(query), person: [] };
    // A single word can be a character and a misspelt name.
    const isLong = query.filter((word) => !articles.has(word)).length > 1;
    const hasAbout = isLong && about.movie.length + about.tv.length > 0 && all.best < RATHER_A_NAME;
    const isExact = all.isExact || series.length > 0 || whole !== undefined || hasAbout;
    const least = isExact ? Number.POSITIVE_INFINITY : all.best * BESIDE_BEST;
    const people = isExact ? [] : this.peopleMeant(all);

    const found = nothing();
    for (const kind of kinds) {
      const index = this.indexes[kind];
      const similar = all[kind].similar.filter(({ score }) => score >= least);
      const ids = new Set<number>();
      const addNames = (names: readonly number[]) => {
        for (const id of names) ids.add(index.entryOf(id).id);
      };
      addNames(all[kind].whole);
      if (kind === 'movie') addNames(series);
      addNames(whole?.[kind] ?? []);
      addNames(all[kind].named);
      addNames(similar.filter(({ score }) => score >= SURELY_MEANT).map(({ id }) => id));
      found.named[kind] = ids.size;
      if (!isLong && !all.isExact && ids.size < VERY_FEW) addNames(about[kind]);
      for (const title of people.flatMap(({ titles = [] }) => titles)) if (title.kind === kind) ids.add(title.id);
      addNames(index.byPeople(query));
      if (!all.hasWhole && ids.size < VERY_FEW) addNames(about[kind]);
      found.strong[kind] = ids.size;
      if (ids.size < FEW) addNames(similar.filter((match) => index.isLikely(match, query)).map(({ id }) => id));
      const hits = [...ids];
      found.ids[kind] = year
        ? hits.sort((a, b) => Number(index.isOfYear(b, year)) - Number(index.isOfYear(a, year)))
        : hits;
    }
    if (!isExact) found.meant = this.nearestName(all);
    return found;
  }

  /** The people with a misspelt name, whose titles are meant too. */
  private peopleMeant({ person, best }: LookedAll): Entry[] {
    const least = Math.max(WITHOUT_WORD, person.best * SAME_PERSON, best * BESIDE_BEST);
    const near = person.similar.filter(({ score }) => score >= least).map(({ id }) => this.indexes.person.entryOf(id));
    return [...new Set(near)].slice(0, MOST_PEOPLE);
  }

  /** The name that is most like the query. */
  private nearestName(all: LookedAll): string | undefined {
    const kind = kinds.find((one) => all[one].best === all.best && all.best >= WITHOUT_WORD);
    const first = kind && all[kind].similar[0];
    return first && this.indexes[kind].entryOf(first.id).names[0];
  }
}

const nothing = (): Found => ({
  ids: { movie: [], tv: [], person: [] },
  named: { movie: 0, tv: 0, person: 0 },
  strong: { movie: 0, tv: 0, person: 0 },
  meant: undefined,
});

/** What is known beside what was looked up. */
interface Known {
  /** Parts of the series that is meant. */
  series?: readonly number[];
  /** Names that are a part of the query. */
  whole?: Record<Kind, readonly number[]>;
  year?: string | undefined;
}
