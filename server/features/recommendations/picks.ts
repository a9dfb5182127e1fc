import type { Reason } from '../../../common/recommendation.ts';
import type { MediaType } from '../../../common/title.ts';
import type { RatedTitle } from './features.ts';
import { likenessTo, likenessToItself } from './likeness.ts';
import { hasReason, reasonsFor, sharedFeatures } from './reasons.ts';
import { dot, dotDense } from './regression.ts';
import { rowIn, scoreOf, type Taste } from './taste.ts';
import { byPopularity, type Row, type TitleIndex } from './titleIndex.ts';

export interface Pick<T extends RatedTitle = RatedTitle> {
  title: T;
  /** Place in the index. */
  place: number;
  score: number;
  reason: Reason;
}

export interface PickOptions {
  /** Keys of titles that are not to be picked: in lists, reviewed, not wanted. */
  excluded: ReadonlySet<string>;
  mediaType?: MediaType | undefined;
  count: number;
}

/** Of the best this many times the wanted, those are chosen that differ. */
const POOL = 4;
/** How much being the very same as one that is chosen already costs, in deviations of the scores. */
const DIVERSITY = 0.35;
/** One reason for more than this many picks says nothing any more, so the next true one is said. */
const SAME_REASON = 3;

/** The best titles for somebody, varied, each with a true reason; a title without one is left out. */
export function pickFor<T extends RatedTitle>(
  taste: Taste & { index: TitleIndex<T> },
  options: PickOptions,
): Pick<T>[] {
  const scores = Float64Array.from(taste.index.rows, (row) => scoreOf(taste, row));
  const places = placesByScore(taste.index, scores, options);
  const chosen = vary(taste.index, places, scores, options.count, (place) => hasReason(taste, place));
  const uses = new Map<string, number>();
  return chosen.flatMap((place): Pick<T>[] => {
    const title = taste.index.titles[place];
    const reason = leastUsed(reasonsFor(taste, place), uses);
    if (!title || !reason) return [];
    uses.set(reason.text, (uses.get(reason.text) ?? 0) + 1);
    return [{ title, place, score: scores[place] ?? 0, reason }];
  });
}

/** The first reason that has not been given too often already. */
export function leastUsed(reasons: readonly Reason[], uses: ReadonlyMap<string, number>): Reason | undefined {
  return reasons.find(({ text }) => (uses.get(text) ?? 0) < SAME_REASON) ?? reasons[0];
}

/** Places of the titles that may be picked, best first; equal ones by popularity, then by id. */
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

/** So many are put in order at a time: whoever picks seldom looks further. */
const SORTED_FIRST = 256;

/** The best first, the others put in order only once they are asked for. */
function* sortedLazily(
  places: readonly number[],
  scores: Float64Array,
  compare: (a: number, b: number) => number,
): Generator<number> {
  const ordered = Float64Array.from(places, (place) => scores[place] ?? 0).sort();
  const least = ordered[ordered.length - SORTED_FIRST] ?? Number.NEGATIVE_INFINITY;
  // All that are as good as the last of the best are among them, so that ties are broken in one place.
  yield* places.filter((place) => (scores[place] ?? 0) >= least).sort(compare);
  yield* places.filter((place) => (scores[place] ?? 0) < least).sort(compare);
}

/** Maximal marginal relevance: one after the other the best that is not too like those before it. */
export function vary(
  index: TitleIndex,
  places: Iterable<number>,
  scores: Float64Array,
  count: number,
  mayBePicked: (place: number) => boolean = () => true,
): number[] {
  const pool: { place: number; row: Row; size: number; nearest: number }[] = [];
  for (const place of places) {
    const row = index.rows[place];
    if (pool.length >= count * POOL) break;
    if (row && mayBePicked(place)) pool.push({ place, row, size: Math.sqrt(likenessToItself(index, row)), nearest: 0 });
  }
  const cost = DIVERSITY * deviationOf(pool.map(({ place }) => scores[place] ?? 0));
  const chosen: number[] = [];
  while (chosen.length < count && pool.length > 0) {
    let best = 0;
    const worthOf = (at: number) => (scores[pool[at]?.place ?? 0] ?? 0) - cost * (pool[at]?.nearest ?? 0);
    for (let at = 1; at < pool.length; at++) if (worthOf(at) > worthOf(best)) best = at;
    const [next] = pool.splice(best, 1);
    if (!next) break;
    chosen.push(next.place);
    const likeness = likenessTo(index, next.row);
    for (const other of pool) {
      other.nearest = Math.max(other.nearest, likeness(other.row) / (other.size * next.size || 1));
    }
  }
  return chosen;
}

function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length || 1));
}

const LEAST_REVIEWS = 5;

/** The stars somebody might give, as 'from' and 'to'; null while too little is known to say anything. */
export function guessStars(taste: Taste, title: RatedTitle): { low: number; high: number } | null {
  if (taste.reviewCount < LEAST_REVIEWS) return null;
  const { index, liking, prior } = taste;
  const row = rowIn(index, title);
  const isKnownKind = taste.signals.some(
    ({ signal, row: seen }) => signal.kind === 'review' && sharedFeatures(index, seen, row).length > 0,
  );
  if (!isKnownKind) return null;
  const stars = taste.usualLevel + liking.level + dot(row, liking.weights) - dotDense(prior.means, liking.weights);
  const low = Math.max(1, Math.min(4, Math.floor(stars)));
  return { low, high: low + 1 };
}

/** How well titles fit several people: half the mean of all, half the one they fit least. Scores are made comparable. */
export function groupScores(tastes: readonly Taste[], index: TitleIndex): Float64Array {
  const all = tastes.map((taste) => comparable(Float64Array.from(index.rows, (row) => scoreOf(taste, row))));
  return Float64Array.from(index.rows, (_row, place) => {
    const own = all.map((scores) => scores[place] ?? 0);
    const mean = own.reduce((sum, score) => sum + score, 0) / (own.length || 1);
    return (mean + Math.min(...own)) / 2;
  });
}

/** In deviations from the person's own mean: a strong taste must not outvote a mild one. */
function comparable(scores: Float64Array): Float64Array {
  const mean = scores.reduce((sum, score) => sum + score, 0) / (scores.length || 1);
  const deviation = deviationOf([...scores]) || 1;
  return scores.map((score) => (score - mean) / deviation);
}
