import type { Sentence } from './mentions.text.ts';
import { adverbs, filmNouns, list } from './mentions.words.ts';

/** The name that is asked about, and every other name, as they stand among the words of a passage. */
export const TARGET = '§';
export const OTHER_NAME = '¤';

/** A sentence that holds a name, as the forms of praise and dislike read it. */
export interface Passage {
  tokens: readonly string[];
  /** Place of the name. */
  at: number;
  end: Sentence['end'];
  /** The sentences behind it. */
  later: readonly { tokens: readonly string[]; end: Sentence['end'] }[];
  /** The name is of a person, not of a genre or a keyword. */
  isPerson: boolean;
}

/** A pattern for any one of some phrases, the longest first. */
export function anyOf(...phrases: (readonly string[] | string)[]): string {
  const all = phrases.flatMap((some) => (typeof some === 'string' ? list(some) : some));
  return `(?:${all.toSorted((a, b) => b.length - a.length).join('|')})`;
}

export const ADVERB = anyOf(adverbs);
export const ADVERBS = `(?:${ADVERB} )*`;
export const NOUN = anyOf(filmNouns);
