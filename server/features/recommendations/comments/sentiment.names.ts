import { editDistance } from '../../titles/names/editDistance.ts';
import { wordsOf } from '../../titles/names/searchText.ts';
import type { RatedTitle } from '../model/features.ts';
import type { TitleIndex } from '../model/titleIndex.ts';
import type { Token } from './sentiment.text.ts';
import { isOpinionWord } from './sentiment.words.ts';

/** The names at one place of a sentence: tokens `from` up to `to`. */
export interface NameSpan {
  from: number;
  to: number;
  /** Places in the index. */
  features: readonly number[];
  /** False if it may be another word or name: 'cruise' in lower case, 'Tom Criuse'. Then it never counts as praised. */
  isCertain: boolean;
}

/** The words for each genre, normalised as for search. */
const genreWords: Record<string, readonly string[]> = {
  Action: ['action'],
  Adventure: ['adventure', 'adventures'],
  Animation: ['animation', 'animations', 'animated', 'anime', 'cartoon', 'cartoons'],
  Comedy: ['comedy', 'comedies'],
  Crime: ['crime', 'heist', 'gangster'],
  Documentary: ['documentary', 'documentaries'],
  Drama: ['drama', 'dramas'],
  Family: ['family film', 'family films', 'family movie', 'family movies'],
  Fantasy: ['fantasy', 'fantasies'],
  History: ['historical'],
  Horror: ['horror', 'horrors', 'slasher', 'slashers', 'scary movie', 'scary movies', 'scary film', 'scary films'],
  Music: ['musical', 'musicals'],
  Mystery: ['mystery', 'mysteries', 'whodunit', 'whodunits', 'whodunnit', 'whodunnits'],
  Romance: [
    'romance',
    'romances',
    'romantic',
    'romcom',
    'romcoms',
    'rom com',
    'rom coms',
    'chick flick',
    'chick flicks',
  ],
  'Science Fiction': ['science fiction', 'sci fi', 'scifi', 'syfy'],
  Thriller: ['thriller', 'thrillers'],
  War: ['war film', 'war films', 'war movie', 'war movies'],
  Western: ['western', 'westerns'],
};

const LONGEST_NAME = 5;
const SHORTEST_SURNAME = 4;
const SHORTEST_KEYWORD = 5;
/** The least length of a misspelt surname, and its greatest edit distance. */
const MISSPELT = { letters: 5, distance: 2 };
const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);

/** Features by their written names. */
interface Names {
  features: Map<string, readonly number[]>;
  /** The greatest number of words of a name, by its first word. */
  lengths: Map<string, number>;
}

const noNames = (): Names => ({ features: new Map(), lengths: new Map() });

function addName({ features, lengths }: Names, words: readonly string[], feature: number): void {
  const [first] = words;
  if (!first || words.length > LONGEST_NAME) return;
  const text = words.join(' ');
  const known = features.get(text) ?? [];
  if (!known.includes(feature)) features.set(text, [...known, feature]);
  lengths.set(first, Math.max(words.length, lengths.get(first) ?? 0));
}

const namesByIndex = new WeakMap<TitleIndex, Names>();

function namesOf(index: TitleIndex): Names {
  const known = namesByIndex.get(index);
  if (known) return known;
  const names = noNames();
  for (const [feature, { kind, key, name }] of index.features.entries()) {
    if (kind === 'person') for (const words of spellingsOf(name)) addName(names, words, feature);
    if (kind === 'keyword' && isKeywordRead(name)) addName(names, wordsOf(name), feature);
    if (kind === 'genre') {
      for (const text of genreWords[key.slice('genre:'.length)] ?? []) addName(names, text.split(' '), feature);
    }
  }
  namesByIndex.set(index, names);
  return names;
}

const wordsOfPerson = (name: string) => wordsOf(name).filter((word) => !suffixes.has(word));

/** 'samuel l jackson', 'samuel jackson' and, as in a hashtag, 'samuelljackson'. */
function spellingsOf(name: string): string[][] {
  const words = wordsOfPerson(name);
  const [first = '', ...others] = words;
  const last = others.at(-1);
  if (last) return [wordsOf(name), words, [first, last], [words.join('')]];
  return isOpinionWord(first) ? [] : [words];
}

function isKeywordRead(name: string): boolean {
  const words = wordsOf(name);
  return words.join('').length >= SHORTEST_KEYWORD && !words.every(isOpinionWord);
}

/** The people of the reviewed title, who are also recognised by surname and with a spelling mistake. */
interface OwnPeople {
  surnames: Names;
  wordsOf: ReadonlyMap<number, readonly string[]>;
  firstNames: ReadonlySet<string>;
}

const noPeople: OwnPeople = { surnames: noNames(), wordsOf: new Map(), firstNames: new Set() };

function peopleOf(title: RatedTitle, index: TitleIndex): OwnPeople {
  const people = new Map<number, string[]>();
  for (const { id, name } of [...title.makers, ...title.cast]) {
    const feature = index.featureOf.get(`person:${id}`);
    if (feature !== undefined) people.set(feature, wordsOfPerson(name));
  }
  const surnames = noNames();
  for (const [feature, words] of people) {
    const surname = words.at(-1) ?? '';
    if (surname.length < SHORTEST_SURNAME || isOpinionWord(surname)) continue;
    addName(surnames, [surname], feature);
    // 'De Niro', 'Day-Lewis'
    if (words.length > 2) addName(surnames, words.slice(-2), feature);
  }
  return { surnames, wordsOf: people, firstNames: new Set([...people.values()].map(([first = '']) => first)) };
}

/** Finds the names in a sentence; `title` is the reviewed title, or null. */
export function createNameFinder(
  title: RatedTitle | null,
  index: TitleIndex,
): (tokens: readonly Token[]) => NameSpan[] {
  const names = namesOf(index);
  const own = title ? peopleOf(title, index) : noPeople;
  const isPerson = (feature: number) => index.features[feature]?.kind === 'person';

  function nameAt(tokens: readonly Token[], from: number): NameSpan | null {
    const found = longestAt(names, tokens, from);
    if (!found) return null;
    // If two people have the same name, prefer the one of this title.
    const ofTitle = found.features.filter((feature) => own.wordsOf.has(feature));
    const isOneWord = found.to === from + 1;
    // 'Common' and 'Rain' are people only with a capital letter.
    const others = found.features.filter((feature) => !isOneWord || tokens[from]?.isCapital || !isPerson(feature));
    const features = ofTitle.length > 0 ? ofTitle : others;
    return features.length > 0 ? { from, to: found.to, features, isCertain: true } : null;
  }

  function surnameAt(tokens: readonly Token[], from: number): NameSpan | null {
    const found = longestAt(own.surnames, tokens, from);
    const isCapital = tokens[(found?.to ?? 0) - 1]?.isCapital ?? false;
    return found && { from, ...found, isCertain: isCapital && found.features.length === 1 };
  }

  function misspeltAt(tokens: readonly Token[], from: number): NameSpan | null {
    const [first, second] = [tokens[from]?.text ?? '', tokens[from + 1]?.text ?? ''];
    if (!own.firstNames.has(first) || second.length < MISSPELT.letters) return null;
    for (const [feature, words] of own.wordsOf) {
      const last = words.at(-1) ?? '';
      if (words[0] !== first || words.length < 2 || last.length < MISSPELT.letters || last[0] !== second[0]) continue;
      const distance = editDistance(second, last);
      if (distance <= MISSPELT.distance) return { from, to: from + 2, features: [feature], isCertain: false };
    }
    return null;
  }

  return (tokens) => {
    const spans: NameSpan[] = [];
    for (let from = 0; from < tokens.length; ) {
      const span = nameAt(tokens, from) ?? misspeltAt(tokens, from) ?? surnameAt(tokens, from);
      if (span) spans.push(span);
      from = span?.to ?? from + 1;
    }
    return spans;
  };
}

function longestAt(
  { features, lengths }: Names,
  tokens: readonly Token[],
  from: number,
): { to: number; features: readonly number[] } | null {
  const first = tokens[from]?.text ?? '';
  const most = Math.max(lengths.get(first) ?? 0, lengths.get(inSingular(first)) ?? 0);
  for (let to = Math.min(from + most, tokens.length); to > from; to--) {
    const text = tokens
      .slice(from, to)
      .map((token) => token.text)
      .join(' ');
    const found = features.get(text) ?? features.get(inSingular(text));
    if (found) return { to, features: found };
  }
  return null;
}

const inSingular = (text: string) => (text.endsWith('s') ? text.replace(/(?<=sh|ch|s|x|o)es$|s$/, '') : text);
