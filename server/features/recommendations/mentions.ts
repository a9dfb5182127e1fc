import { LRUCache } from 'lru-cache';
import type { RatedTitle } from './features.ts';
import { isDislike } from './mentions.dislikes.ts';
import { createNameFinder, type NameSpan } from './mentions.names.ts';
import { OTHER_NAME, type Passage, TARGET } from './mentions.passage.ts';
import { isPraise } from './mentions.praise.ts';
import { type Sentence, sentencesOf, type Token } from './mentions.text.ts';
import { filmNouns } from './mentions.words.ts';
import { keyOf, type TitleIndex } from './titleIndex.ts';

/** A person, genre or keyword that a comment names. */
export interface Mention {
  /** Place in the index. */
  feature: number;
  /** 1 for clear praise, -1 for a dislike, 0 for everything else. */
  sentiment: -1 | 0 | 1;
}

/** Signs that a comment does not mean what it says. */
const MOCKERY = /(?:^|\s)\/s\b|\bsarcas|\bironic|\birony|\bj\/?k\b|[🙄🙃😒😏🤡]/iu;

/** So many names of a comment are looked at closely; the others count as neither praised nor disliked. */
const MOST_NAMES = 8;
const KEPT_CHARACTERS = 2_000_000;
const keptByIndex = new WeakMap<TitleIndex, LRUCache<string, readonly Mention[]>>();

/**
 * What a review's comment says of the people, genres and keywords that it names, each once. One dislike outweighs all
 * praise, and a name is praised only when nothing else is said of it.
 */
export function mentionsIn(comment: string, title: RatedTitle, index: TitleIndex): readonly Mention[] {
  const kept =
    keptByIndex.get(index) ?? new LRUCache({ maxSize: KEPT_CHARACTERS, sizeCalculation: (_, key) => key.length });
  keptByIndex.set(index, kept);
  // The same title may be known with its people and without.
  const key = `${keyOf(title)} ${title.makers.length + title.cast.length} ${comment}`;
  const known = kept.get(key);
  if (known) return known;
  const mentions = readMentions(comment, title, index);
  kept.set(key, mentions);
  return mentions;
}

function readMentions(comment: string, title: RatedTitle, index: TitleIndex): Mention[] {
  const find = createNameFinder(title, index);
  const sentences = sentencesOf(comment);
  const isMockery = MOCKERY.test(comment);
  const said = new Map<number, Mention['sentiment']>();
  let seen = 0;
  for (const [place, sentence] of sentences.entries()) {
    const names = joined(sentence, find(sentence.tokens));
    for (const name of names) {
      if (isOfThisTitle(sentence, name, index)) continue;
      seen += 1;
      const mayPraise = name.isCertain && !isMockery && !sentence.isMocking;
      const sentiment = seen > MOST_NAMES ? 0 : sentimentOf(passageOf(sentences, place, names, name, index), mayPraise);
      for (const feature of name.features) {
        said.set(feature, Math.min(sentiment, said.get(feature) ?? 1) as Mention['sentiment']);
      }
    }
  }
  return [...said].map(([feature, sentiment]) => ({ feature, sentiment }));
}

function sentimentOf(passage: Passage, mayPraise: boolean): Mention['sentiment'] {
  if (isDislike(passage)) return -1;
  return mayPraise && isPraise(passage) ? 1 : 0;
}

/** The people and genres of an index that a text names, whatever it says of them. */
export function namesIn(text: string, index: TitleIndex): Set<number> {
  const find = createNameFinder(null, index);
  return new Set(sentencesOf(text).flatMap(({ tokens }) => find(tokens).flatMap(({ features }) => features)));
}

/** 'Tom Hanks and Meg Ryan' are one, since what is said of them is said of both; '… and Meg Ryan is' begins anew. */
function joined({ tokens }: Sentence, spans: readonly NameSpan[]): NameSpan[] {
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

/** 'This horror film' speaks of the title and not of horror. */
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
    // A keyword is a word like any other, and may be the one that turns things round.
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

/** So many sentences behind one may take it back. */
const LATER_READ = 5;
const LONGEST_ROLE = 3;

/** How many tokens 'as Ethan Hunt' has, which is neither praise nor blame; 0 where there is no such thing. */
function roleAt(tokens: readonly Token[], from: number): number {
  if (tokens[from]?.text !== 'as' || tokens[from]?.isCapital) return 0;
  let length = 0;
  while (length < LONGEST_ROLE && tokens[from + 1 + length]?.isCapital) length++;
  return length === 0 ? 0 : length + 1;
}
