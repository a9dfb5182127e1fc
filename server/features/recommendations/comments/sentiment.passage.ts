import type { Sentence } from './sentiment.text.ts';
import { adverbs, filmNouns, list } from './sentiment.words.ts';

/** Placeholders for the name in question and for every other name. */
export const TARGET = '§';
export const OTHER_NAME = '¤';

/** A sentence with a name, as input of the forms of praise and dislike. */
export interface Passage {
  tokens: readonly string[];
  /** The place of the name in `tokens`. */
  at: number;
  end: Sentence['end'];
  /** The sentences after it. */
  later: readonly { tokens: readonly string[]; end: Sentence['end'] }[];
  /** Whether the name is a person's, not a genre's or keyword's. */
  isPerson: boolean;
}

/** A pattern that matches any of the phrases, longest first. */
export function anyOf(...phrases: (readonly string[] | string)[]): string {
  const all = phrases.flatMap((some) => (typeof some === 'string' ? list(some) : some));
  return `(?:${all.toSorted((a, b) => b.length - a.length).join('|')})`;
}

export const ADVERB = anyOf(adverbs);
export const ADVERBS = `(?:${ADVERB} )*`;
export const NOUN = anyOf(filmNouns);
