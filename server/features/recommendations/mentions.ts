import { wordsOf } from '../titles/searchText.ts';
import { featuresOf, genresOfTitle, type RatedTitle } from './features.ts';
import type { TitleIndex } from './titleIndex.ts';

/** Somebody or some genre that a comment speaks of. */
export interface Mention {
  /** Place in the index. */
  feature: number;
  /** Spoken well or ill of, as far as the words beside it tell; 0 where they don't. */
  sentiment: -1 | 0 | 1;
  /** On when it is in the reviewed title itself: then the stars say how it was meant. */
  isOwn: boolean;
}

const praise = wordSet(`love loved loves loving like liked likes adore adored great greatest brilliant best favourite
  favorite wonderful superb amazing excellent masterful perfect enjoy enjoyed fan magnificent terrific fantastic genius
  good`);
const blame = wordSet(`hate hated hates dislike disliked boring bad worst awful terrible tired overrated avoid dull weak
  wooden annoying poor worse mediocre disappointing sick miscast ruins ruined spoils spoiled`);
const negation = wordSet(`not never no dont didnt doesnt isnt wasnt cant couldnt wont without hardly neither nor less`);

/** What people write for each genre, in words as they are folded for search. */
const genreWords: Record<string, readonly string[]> = {
  Action: ['action'],
  Adventure: ['adventure', 'adventures'],
  Animation: ['animation', 'animated', 'anime', 'cartoon', 'cartoons'],
  Comedy: ['comedy', 'comedies'],
  Crime: ['crime', 'heist', 'gangster'],
  Documentary: ['documentary', 'documentaries'],
  Drama: ['drama', 'dramas'],
  Family: ['family film', 'family films', 'family movie', 'family movies'],
  Fantasy: ['fantasy', 'fantasies'],
  History: ['historical'],
  Horror: ['horror', 'horrors', 'slasher', 'slashers'],
  Music: ['musical', 'musicals'],
  Mystery: ['mystery', 'mysteries', 'whodunit', 'whodunits'],
  Romance: ['romance', 'romances', 'romantic', 'romcom', 'romcoms'],
  'Science Fiction': ['science fiction', 'sci fi', 'scifi'],
  Thriller: ['thriller', 'thrillers'],
  War: ['war film', 'war films', 'war movie', 'war movies'],
  Western: ['western', 'westerns'],
};

const genreOfWords = new Map(
  Object.entries(genreWords).flatMap(([genre, texts]) => texts.map((text) => [text, genre] as const)),
);

const LONGEST_NAME = 4;
const SURNAME_LETTERS = 4;
const NEGATION_REACH = 4;

function wordSet(text: string): Set<string> {
  return new Set(text.split(/\s+/));
}

/** Clauses, since 'great film, but I can't stand horror' says two things. */
function clausesOf(comment: string): string[] {
  return comment.split(/[.!?;:,()\n]+|\b(?:but|although|though|however|despite|yet|except)\b/i);
}

/** Words of praise against words of blame; 'not good' and 'never liked' are blame, 'not bad' is praise. */
function sentimentOf(words: readonly string[]): -1 | 0 | 1 {
  let sum = 0;
  for (const [at, word] of words.entries()) {
    const sign = praise.has(word) ? 1 : blame.has(word) ? -1 : 0;
    const before = words.slice(Math.max(0, at - NEGATION_REACH), at);
    sum += before.some((other) => negation.has(other)) ? -sign : sign;
  }
  // 'Not a western' praises and blames nobody: what a bare negation means is left open.
  return Math.sign(sum) as -1 | 0 | 1;
}

/** Names of people and genres that a review's comment speaks of; each once, with what was said first. */
export function mentionsIn(comment: string, title: RatedTitle, index: TitleIndex): Mention[] {
  const own = new Set(featuresOf(title).map(({ key }) => key));
  const surnames = surnamesOf(title);
  const found = new Map<string, Mention>();
  for (const clause of clausesOf(comment)) {
    const words = wordsOf(clause);
    const sentiment = sentimentOf(words);
    const isNegated = sentiment === 0 && words.some((word) => negation.has(word));
    for (const key of keysIn(words, clause, surnames, index)) {
      const feature = index.featureOf.get(key);
      if (feature === undefined || found.has(key) || isNegated) continue;
      found.set(key, { feature, sentiment, isOwn: own.has(key) });
    }
  }
  return [...found.values()];
}

function keysIn(words: readonly string[], clause: string, surnames: Map<string, string>, index: TitleIndex): string[] {
  const keys: string[] = [];
  const people = index.personByName();
  for (let from = 0; from < words.length; from++) {
    for (let length = 1; length <= LONGEST_NAME && from + length <= words.length; length++) {
      const text = words.slice(from, from + length).join(' ');
      const genre = genreOfWords.get(text);
      if (genre) keys.push(`genre:${genre}`);
      // One word is nobody's whole name for certain.
      const person = length > 1 ? people.get(text) : undefined;
      if (person !== undefined) keys.push(index.features[person]?.key ?? '');
    }
  }
  for (const [surname, key] of surnames) {
    if (words.includes(surname) && new RegExp(`\\b${surname}`, 'i').exec(clause)?.[0].match(/^[A-Z]/)) keys.push(key);
  }
  return keys;
}

/** In the review of a title 'Pacino' is enough to name its Al Pacino. */
function surnamesOf(title: RatedTitle): Map<string, string> {
  const surnames = new Map<string, string>();
  const shared = new Set<string>();
  for (const { id, name } of [...title.makers, ...title.cast]) {
    const surname = wordsOf(name).at(-1) ?? '';
    const key = `person:${id}`;
    if (surname.length < SURNAME_LETTERS || praise.has(surname) || blame.has(surname)) continue;
    if (surnames.has(surname) && surnames.get(surname) !== key) shared.add(surname);
    surnames.set(surname, key);
  }
  for (const surname of shared) surnames.delete(surname);
  for (const genre of genresOfTitle(title)) for (const word of genreWords[genre] ?? []) surnames.delete(word);
  return surnames;
}
