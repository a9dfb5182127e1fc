import type { Reason } from '../../../common/schemas/recommendation.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import type { RatedTitle } from './model/features.ts';
import { dot, dotDense } from './model/regression.ts';
import { createSimilarity, selfSimilarity } from './model/similarity.ts';
import { rowIn, scoreOf, type Taste } from './model/taste.ts';
import { byPopularity, type FeatureRow, type TitleIndex } from './model/titleIndex.ts';
import { hasReason, reasonsFor, sharedFeatures } from './reasons.ts';

export interface Pick<T extends RatedTitle = RatedTitle> {
  title: T;
  /** Place in the index. */
  place: number;
  score: number;
  reason: Reason;
}

export interface PickOptions {
  /** Keys of titles that must not be picked: in lists, reviewed or dismissed. */
  excluded: ReadonlySet<string>;
  mediaType?: MediaType | undefined;
  count: number;
}

/** The pool for diversity is this many times the requested count. */
const POOL = 4;
/** The penalty for being identical to a chosen title, in standard deviations of the scores. */
const DIVERSITY = 0.35;
/** After this many picks with the same reason, the next true reason is used. */
const SAME_REASON = 3;

/** The best titles for a person, diversified, each with a true reason. Titles without a reason are left out. */
export function pickFor<T extends RatedTitle>(
  taste: Taste & { index: TitleIndex<T> },
  options: PickOptions,
): Pick<T>[] {
  const scores = Float64Array.from(taste.index.rows, (row) => scoreOf(taste, row));
  const places = placesByScore(taste.index, scores, options);
  const chosen = diversify(taste.index, places, scores, options.count, (place) => hasReason(taste, place));
  const uses = new Map<string, number>();
  return chosen.flatMap((place): Pick<T>[] => {
    const title = taste.index.titles[place];
    const reason = leastUsed(reasonsFor(taste, place), uses);
    if (!title || !reason) return [];
    uses.set(reason.text, (uses.get(reason.text) ?? 0) + 1);
    return [{ title, place, score: scores[place] ?? 0, reason }];
  });
}

/** The first reason that has not been used too often. */
export function leastUsed(reasons: readonly Reason[], uses: ReadonlyMap<string, number>): Reason | undefined {
  return reasons.find(({ text }) => (uses.get(text) ?? 0) < SAME_REASON) ?? reasons[0];
}

/** Places of the titles that may be picked, best first; ties by popularity, then by id. */
export function placesByScore(
  index: TitleIndex,
  scores: Float64Array,
  { excluded, mediaType }: Omit<PickOptions, 'count'>,
): Iterable<number> {
  const isOut = new Uint8Array(index.titles.length);
  for (const key of excluded) {
    const place = index.placeOf.get(key);
    if (place !== undefined) isOut[place] = 1;
  }
  const places: number[] = [];
  for (const place of index.placeOf.values()) {
    if (isOut[place] === 0 && (!mediaType || index.titles[place]?.mediaType === mediaType)) places.push(place);
  }
  return sortedLazily(
    places,
    scores,
    (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || byPopularity(index.titles[a], index.titles[b]),
  );
}

/** The best ones are sorted first, because callers rarely read further. */
const SORTED_FIRST = 256;

/** Best first; all but the first ones are sorted only when they are needed. */
function* sortedLazily(
  places: readonly number[],
  scores: Float64Array,
  compare: (a: number, b: number) => number,
): Generator<number> {
  const ordered = Float64Array.from(places, (place) => scores[place] ?? 0).sort();
  const least = ordered[ordered.length - SORTED_FIRST] ?? Number.NEGATIVE_INFINITY;
  // Titles with the same score as the last of the best are in the first part too, so that ties are sorted correctly.
  yield* places.filter((place) => (scores[place] ?? 0) >= least).sort(compare);
  yield* places.filter((place) => (scores[place] ?? 0) < least).sort(compare);
}

/** Maximal marginal relevance: repeatedly takes the best title with a penalty for similarity to those already chosen. */
export function diversify(
  index: TitleIndex,
  places: Iterable<number>,
  scores: Float64Array,
  count: number,
  isAllowed: (place: number) => boolean = () => true,
): number[] {
  const pool: { place: number; row: FeatureRow; size: number; nearest: number }[] = [];
  for (const place of places) {
    const row = index.rows[place];
    if (pool.length >= count * POOL) break;
    if (row && isAllowed(place)) pool.push({ place, row, size: Math.sqrt(selfSimilarity(index, row)), nearest: 0 });
  }
  const cost = DIVERSITY * deviationOf(pool.map(({ place }) => scores[place] ?? 0));
  const chosen: number[] = [];
  while (chosen.length < count && pool.length > 0) {
    let best = 0;
    const netScore = (at: number) => (scores[pool[at]?.place ?? 0] ?? 0) - cost * (pool[at]?.nearest ?? 0);
    for (let at = 1; at < pool.length; at++) if (netScore(at) > netScore(best)) best = at;
    const [next] = pool.splice(best, 1);
    if (!next) break;
    chosen.push(next.place);
    const similarity = createSimilarity(index, next.row);
    for (const other of pool) {
      other.nearest = Math.max(other.nearest, similarity(other.row) / (other.size * next.size || 1));
    }
  }
  return chosen;
}

function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length || 1));
}

const MIN_REVIEWS = 5;

/** The range of stars that a person might give; null while too little is known. */
export function predictStars(taste: Taste, title: RatedTitle): { low: number; high: number } | null {
  if (taste.reviewCount < MIN_REVIEWS) return null;
  const { index, ratingModel, prior } = taste;
  const row = rowIn(index, title);
  const isFamiliar = taste.signals.some(
    ({ signal, row: seen }) => signal.kind === 'review' && sharedFeatures(index, seen, row).length > 0,
  );
  if (!isFamiliar) return null;
  const stars =
    taste.usualLevel + ratingModel.level + dot(row, ratingModel.weights) - dotDense(prior.means, ratingModel.weights);
  const low = Math.max(1, Math.min(4, Math.floor(stars)));
  return { low, high: low + 1 };
}

/** Group scores: the mean of the average score and the lowest score, after standardising each person's scores. */
export function groupScores(tastes: readonly Taste[], index: TitleIndex): Float64Array {
  const all = tastes.map((taste) => standardised(Float64Array.from(index.rows, (row) => scoreOf(taste, row))));
  return Float64Array.from(index.rows, (_row, place) => {
    const own = all.map((scores) => scores[place] ?? 0);
    const mean = own.reduce((sum, score) => sum + score, 0) / (own.length || 1);
    return (mean + Math.min(...own)) / 2;
  });
}

/** Standardised scores, so that a strong taste does not outweigh a mild one. */
function standardised(scores: Float64Array): Float64Array {
  const mean = scores.reduce((sum, score) => sum + score, 0) / (scores.length || 1);
  const deviation = deviationOf([...scores]) || 1;
  return scores.map((score) => (score - mean) / deviation);
}
