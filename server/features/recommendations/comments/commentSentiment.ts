import { LRUCache } from 'lru-cache';
import type { RatedTitle } from '../model/features.ts';
import { keyOf, type TitleIndex } from '../model/titleIndex.ts';
import { isDislike } from './sentiment.dislikes.ts';
import { createNameFinder, type NameSpan } from './sentiment.names.ts';
import { OTHER_NAME, type Passage, TARGET } from './sentiment.passage.ts';
import { isPraise } from './sentiment.praise.ts';
import { type Sentence, sentencesOf, type Token } from './sentiment.text.ts';
import { filmNouns } from './sentiment.words.ts';

/** What a comment says about a person, genre or keyword. */
export interface CommentSentiment {
  /** Place in the index. */
  feature: number;
  /** 1 for clear praise, -1 for a dislike, 0 for everything else. */
  sentiment: -1 | 0 | 1;
}

/** Signs of sarcasm. */
const SARCASM = /(?:^|\s)\/s\b|\bsarcas|\bironic|\birony|\bj\/?k\b|[🙄🙃😒😏🤡]/iu;

/** Only this many names of a comment are analysed; the others are neutral. */
const MAX_NAMES = 8;
const CACHED_CHARACTERS = 2_000_000;
const cacheByIndex = new WeakMap<TitleIndex, LRUCache<string, readonly CommentSentiment[]>>();

/**
 * The sentiment of a comment towards each person, genre and keyword that it names. One dislike outweighs all praise, and a
 * name counts as praised only if every occurrence is praise.
 */
export function readCommentSentiment(
  comment: string,
  title: RatedTitle,
  index: TitleIndex,
): readonly CommentSentiment[] {
  const cache =
    cacheByIndex.get(index) ?? new LRUCache({ maxSize: CACHED_CHARACTERS, sizeCalculation: (_, key) => key.length });
  cacheByIndex.set(index, cache);
  // The same title may be known with or without its people.
  const key = `${keyOf(title)} ${title.makers.length + title.cast.length} ${comment}`;
  const known = cache.get(key);
  if (known) return known;
  const sentiments = analyseComment(comment, title, index);
  cache.set(key, sentiments);
  return sentiments;
}

function analyseComment(comment: string, title: RatedTitle, index: TitleIndex): CommentSentiment[] {
  const find = createNameFinder(title, index);
  const sentences = sentencesOf(comment);
  const isSarcastic = SARCASM.test(comment);
  const byFeature = new Map<number, CommentSentiment['sentiment']>();
  let seen = 0;
  for (const [place, sentence] of sentences.entries()) {
    const names = joinNames(sentence, find(sentence.tokens));
    for (const name of names) {
      if (isOfThisTitle(sentence, name, index)) continue;
      seen += 1;
      const mayPraise = name.isCertain && !isSarcastic && !sentence.isSarcastic;
      const sentiment = seen > MAX_NAMES ? 0 : sentimentOf(passageOf(sentences, place, names, name, index), mayPraise);
      for (const feature of name.features) {
        byFeature.set(feature, Math.min(sentiment, byFeature.get(feature) ?? 1) as CommentSentiment['sentiment']);
      }
    }
  }
  return [...byFeature].map(([feature, sentiment]) => ({ feature, sentiment }));
}

function sentimentOf(passage: Passage, mayPraise: boolean): CommentSentiment['sentiment'] {
  if (isDislike(passage)) return -1;
  return mayPraise && isPraise(passage) ? 1 : 0;
}

/** The people, genres and keywords of an index that a text names. */
export function namesIn(text: string, index: TitleIndex): Set<number> {
  const find = createNameFinder(null, index);
  return new Set(sentencesOf(text).flatMap(({ tokens }) => find(tokens).flatMap(({ features }) => features)));
}

/** Joins 'Tom Hanks and Meg Ryan', because a sentiment applies to both; but not before a new verb, as in '… and Meg Ryan is'. */
function joinNames({ tokens }: Sentence, spans: readonly NameSpan[]): NameSpan[] {
  const names: NameSpan[] = [];
  for (const span of spans) {
    const last = names.at(-1);
    const isJoined = last?.to === span.from - 1 && /^(?:and|or|nor)$/.test(tokens[last.to]?.text ?? '');
    if (last && isJoined && !/^(?:is|was|has|'s)$/.test(tokens[span.to]?.text ?? '')) {
      names[names.length - 1] = {
        from: last.from,
        to: span.to,
        features: [...last.features, ...span.features],
        isCertain: last.isCertain && span.isCertain,
      };
    } else names.push(span);
  }
  return names;
}

const kindsOf = ({ features }: NameSpan, index: TitleIndex) => features.map((feature) => index.features[feature]?.kind);

/** 'This horror film' means the title, not the genre. */
function isOfThisTitle({ tokens }: Sentence, name: NameSpan, index: TitleIndex): boolean {
  const before = tokens.slice(Math.max(0, name.from - 2), name.from).map(({ text }) => text);
  return (
    before.includes('this') &&
    filmNouns.includes(tokens[name.to]?.text ?? '') &&
    !kindsOf(name, index).includes('person')
  );
}

function passageOf(
  sentences: readonly Sentence[],
  place: number,
  names: readonly NameSpan[],
  target: NameSpan,
  index: TitleIndex,
): Passage {
  const { tokens, end } = sentences[place] as Sentence;
  const words: string[] = [];
  let at = 0;
  for (let from = 0; from < tokens.length; ) {
    const name = names.find((one) => one.from === from);
    const role = roleAt(tokens, from);
    if (name === target) {
      at = words.length;
      words.push(TARGET);
    } else if (name && !kindsOf(name, index).includes('keyword')) words.push(OTHER_NAME);
    // Other keywords stay normal words, because they may change the meaning.
    else if (name) words.push(...tokens.slice(from, name.to).map(({ text }) => text));
    else if (role === 0) words.push(tokens[from]?.text ?? '');
    from = name?.to ?? from + Math.max(1, role);
  }
  const isPerson = kindsOf(target, index).every((kind) => kind === 'person');
  const later = sentences
    .slice(place + 1, place + 1 + LATER_READ)
    .map((one) => ({ ...one, tokens: one.tokens.map(({ text }) => text) }));
  return { tokens: words, at, end, later, isPerson };
}

/** How many following sentences may take praise back. */
const LATER_READ = 5;
const LONGEST_ROLE = 3;

/** The number of tokens of a role such as 'as Ethan Hunt', which is skipped; 0 if there is none. */
function roleAt(tokens: readonly Token[], from: number): number {
  if (tokens[from]?.text !== 'as' || tokens[from]?.isCapital) return 0;
  let length = 0;
  while (length < LONGEST_ROLE && tokens[from + 1 + length]?.isCapital) length++;
  return length === 0 ? 0 : length + 1;
}
