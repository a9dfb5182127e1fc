import { priorAt, type TiltPrior, tiltOf } from './exposure.ts';
import type { RatedTitle } from './features.ts';
import { type Prior, scaled } from './likeness.ts';
import { type Mention, mentionsIn } from './mentions.ts';
import { createPulls } from './pulls.ts';
import { dot, dotDense, type Fit, type Observation, regress } from './regression.ts';
import { type Seeking, sharesSought } from './seeking.ts';
import { ACCLAIM, keyOf, POPULARITY, type Row, type TitleIndex } from './titleIndex.ts';

/**
 * What somebody did about a title. Stars are what counts most; that a title was put on the rewatch list or into any list
 * says a little.
 */
export type Signal =
  | { kind: 'review'; title: RatedTitle; rating: number; comment?: string | undefined }
  | { kind: 'rewatch'; title: RatedTitle }
  | { kind: 'list'; title: RatedTitle };

/** One signal as the model took it. */
export interface LearnedSignal {
  signal: Signal;
  key: string;
  row: Row;
}

/**
 * A person's taste: the sum of two ridge regressions over the same features.
 *
 * `liking` explains the stars. Each person has a level of their own, drawn towards 3.5 while there are few reviews, so a
 * harsh rater's 3 is praise; each feature (genre, person by billing, keyword, decade, language, country, kind, popularity, the
 * public's rating) has a weight that is 0 until ratings move it, the less the fewer they are. Somebody whose stars go
 * against the public's gets a negative weight on that.
 *
 * `choosing` explains what was picked at all, against the average title: who reviews twenty westerns looks for westerns,
 * whatever the stars. It counts by kind of feature, the less the more those picks look like chance in it. Rewatches and lists count here, and weakly
 * in `liking`.
 *
 * `tilt` is how much the popular draws them at all. The average title is the one that somebody so drawn meets, so that who
 * picks what is popular is not taken to look for the genres that happen to be; and of two titles as likely to be liked,
 * the one they are likelier to pick comes first.
 *
 * Both are linear, so every guess is exactly a sum of pulls of single signals: that is where reasons come from.
 */
export interface Taste {
  index: TitleIndex;
  /** By feature: what a title with it gains, in stars as people in general give them. */
  weights: Float64Array;
  /** The average title as this person meets them. */
  prior: Prior;
  /** What the average title would score. */
  average: number;
  /** What does not come from single signals: popular and well-liked titles first, then the leaning to the popular. */
  start: Float64Array;
  liking: Fit;
  signals: readonly LearnedSignal[];
  /** What each signal adds to a title's score, in their order; below 0 it pushes away. */
  pullsOn(row: Row): Float64Array;
  /**
   * What the person's comments say of people, genres and keywords, by feature: 1 for nothing but praise, -1 for any
   * dislike. What is not praised is never given as a reason, whatever the stars are.
   */
  opinions: ReadonlyMap<number, Mention['sentiment']>;
  /** By feature: in how many signals it occurs, and the stars of those that are reviews. */
  tallies: ReadonlyMap<number, Tally>;
  reviewCount: number;
  /** Stars that everybody's level is drawn towards. */
  usualLevel: number;
  /** Mean of the person's own stars, or null without reviews. */
  meanRating: number | null;
}

export interface Tally {
  signals: number;
  reviews: number;
  stars: number;
}

export const parameters = {
  usualLevel: 3.5,
  levelVariance: 1,
  /** How far single stars are to be believed: one over the variance of a rating around its guess. */
  reviewWeight: 1.6,
  rewatchWeight: 0.5,
  rewatchTarget: 0.8,
  listWeight: 0.25,
  listTarget: 0.3,
  mentionWeight: 1.5,
  /** Of comments, read for one taste. */
  mostCharacters: 300_000,
  /** Stars count by how far the person's own differ, which a few usual ones stand for at first. */
  reach: { usual: 1.5, after: 5, most: 2.5 },
  seeking: { chance: 1, whole: 0.14, most: 2.2, unknown: { share: 0.7, signals: 6 } } satisfies Seeking,
  chosenWeight: { review: 1, rewatch: 1, list: 0.8 },
  /** How much of somebody's leaning to the popular counts, once there are as many signals again as `after`. */
  tilt: { share: 0.7, after: 20, prior: { mean: 0.2, variance: 0.15 } satisfies TiltPrior },
  startPopularity: 0.4,
  startAcclaim: 0.15,
  /** Half of that start is left after so many signals, a fifth after twice as many. */
  startHalf: 2,
};
export type Parameters = typeof parameters;

/** Learns a person's taste from everything known of them. The same signals in the same order give the same taste. */
export function learnTaste(index: TitleIndex, signals: readonly Signal[], use: Parameters = parameters): Taste {
  const comments = readComments(index, signals, use);
  const opinions = opinionsOf(comments.flat());
  const rows = signals.map(({ title }, at) => rowWithoutNamed(rowIn(index, title), comments[at] ?? [], opinions));
  const reviews = signals.filter((signal) => signal.kind === 'review');
  const tilt = tiltOf(index, rows, use.tilt.prior);
  const prior = priorAt(index, tilt);

  const observations = signals.map((signal, at) => asLiking(signal, rows[at] ?? emptyRow, use));
  const said = comments.flat().flatMap((mention) => asSaid(mention, use));
  const liking = regress([...observations, ...said], { ...prior, levelVariance: use.levelVariance });

  const picked = signals.map((signal, at) => asChoosing(signal, rows[at] ?? emptyRow, use));
  const choosing = regress(picked, { ...prior, levelVariance: use.levelVariance });
  const shares = sharesSought(index, prior, rows, use.seeking);

  const reach = reachOf(
    reviews.map(({ rating }) => rating),
    use,
  );
  const start = startOf(index, signals.length, tilt, use);
  const weights = start.slice();
  for (let at = 0; at < weights.length; at++) {
    weights[at] =
      (start[at] as number) +
      reach * (liking.weights[at] as number) +
      (shares[at] as number) * (choosing.weights[at] as number);
  }
  const parts = [
    { pulls: liking.pulls.map((pull) => reach * pull), prior },
    { pulls: choosing.pulls, prior: scaled(prior, shares) },
  ];
  let pullsOn: ReturnType<typeof createPulls> | undefined;
  return {
    index,
    weights,
    prior,
    average: dotDense(prior.means, weights),
    start,
    liking,
    signals: signals.map((signal, at) => ({ signal, key: keyOf(signal.title), row: rows[at] ?? emptyRow })),
    pullsOn(row) {
      pullsOn ??= createPulls(rows, parts);
      return pullsOn(row);
    },
    opinions,
    tallies: tallyOf(signals, rows),
    reviewCount: reviews.length,
    usualLevel: use.usualLevel,
    meanRating: reviews.length > 0 ? reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length : null,
  };
}

/** Who gives fours and fives alone says with that one star what others say with three: how much a star of theirs counts. */
function reachOf(ratings: readonly number[], { reach: { usual, after, most } }: Parameters): number {
  const mean = ratings.reduce((sum, rating) => sum + rating, 0) / (ratings.length || 1);
  const squares = ratings.reduce((sum, rating) => sum + (rating - mean) ** 2, 0);
  return Math.min(most, usual / Math.sqrt((squares + after * usual ** 2) / (ratings.length + after)));
}

function startOf(index: TitleIndex, signals: number, tilt: number, use: Parameters): Float64Array {
  const start = new Float64Array(index.features.length);
  const left = 1 / (1 + (signals / use.startHalf) ** 2);
  const grown = signals / (signals + use.tilt.after);
  start[POPULARITY] = use.startPopularity * left + use.tilt.share * tilt * grown;
  start[ACCLAIM] = use.startAcclaim * left;
  return start;
}

function tallyOf(signals: readonly Signal[], rows: readonly Row[]): Map<number, Tally> {
  const tallies = new Map<number, Tally>();
  for (const [at, signal] of signals.entries()) {
    const row = rows[at] ?? emptyRow;
    for (const feature of row.features.subarray(0, row.own)) {
      const tally = tallies.get(feature) ?? { signals: 0, reviews: 0, stars: 0 };
      tally.signals += 1;
      if (signal.kind === 'review') {
        tally.reviews += 1;
        tally.stars += signal.rating;
      }
      tallies.set(feature, tally);
    }
  }
  return tallies;
}

const emptyRow: Row = { features: new Int32Array(0), values: new Float64Array(0), own: 0 };

export function rowIn(index: TitleIndex, title: RatedTitle): Row {
  const place = index.placeOf.get(keyOf(title));
  return (place === undefined ? undefined : index.rows[place]) ?? index.rowOf(title);
}

function asLiking(signal: Signal, row: Row, use: Parameters): Observation {
  if (signal.kind === 'review') {
    return { row, target: signal.rating - use.usualLevel, weight: use.reviewWeight, hasLevel: true };
  }
  const [target, weight] =
    signal.kind === 'rewatch' ? [use.rewatchTarget, use.rewatchWeight] : [use.listTarget, use.listWeight];
  return { row, target, weight, hasLevel: false };
}

function asChoosing({ kind }: Signal, row: Row, { chosenWeight }: Parameters): Observation {
  return { row, target: 1, weight: chosenWeight[kind], hasLevel: false };
}

/** What each signal's comment names; the newest are read first, and no more than a request should take. */
function readComments(index: TitleIndex, signals: readonly Signal[], use: Parameters): (readonly Mention[])[] {
  let left = use.mostCharacters;
  return signals.map((signal) => {
    const comment = (signal.kind === 'review' && signal.comment) || '';
    left -= comment.length;
    return comment && left >= 0 ? mentionsIn(comment, signal.title, index) : [];
  });
}

function opinionsOf(mentions: readonly Mention[]): Map<number, Mention['sentiment']> {
  const opinions = new Map<number, Mention['sentiment']>();
  for (const { feature, sentiment } of mentions) {
    opinions.set(feature, Math.min(sentiment, opinions.get(feature) ?? 1) as Mention['sentiment']);
  }
  return opinions;
}

/**
 * A title as its signal speaks of it: stars say nothing of somebody whom the comment names without praise, nor of
 * anybody whom another comment dislikes.
 */
function rowWithoutNamed(row: Row, mentions: readonly Mention[], opinions: Taste['opinions']): Row {
  const unpraised = new Set(mentions.filter(({ sentiment }) => sentiment < 1).map(({ feature }) => feature));
  const isKept = (feature: number) => !unpraised.has(feature) && opinions.get(feature) !== -1;
  if (row.features.every(isKept)) return row;
  const places = [...row.features.keys()].filter((at) => isKept(row.features[at] as number));
  return {
    features: Int32Array.from(places, (at) => row.features[at] as number),
    values: Float64Array.from(places, (at) => row.values[at] as number),
    own: places.filter((at) => at < row.own).length,
  };
}

/** Praise and dislike in words count for what they name alone. */
function asSaid({ feature, sentiment }: Mention, use: Parameters): Observation[] {
  if (sentiment === 0) return [];
  const row = { features: Int32Array.of(feature), values: Float64Array.of(1), own: 1 };
  return [{ row, target: sentiment, weight: use.mentionWeight, hasLevel: false }];
}

/** How much a title appeals, against the average one; only good for comparing. */
export function scoreOf(taste: Taste, row: Row): number {
  return dot(row, taste.weights) - taste.average;
}
