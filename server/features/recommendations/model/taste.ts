import { createContributions } from './contributions.ts';
import type { RatedTitle } from './features.ts';
import { fitTilt, popularityPrior, type TiltPrior } from './popularityPrior.ts';
import { type PreferenceParameters, preferenceShares } from './preferenceModel.ts';
import { dot, dotDense, type Fit, type Observation, regress } from './regression.ts';
import { type Prior, scaled } from './similarity.ts';
import { ACCLAIM, type FeatureRow, keyOf, POPULARITY, type TitleIndex } from './titleIndex.ts';

/** What a person did with a title. Stars count most; a Rewatch mark or an entry in a list counts a little. */
export type Signal =
  | { kind: 'review'; title: RatedTitle; rating: number }
  | { kind: 'rewatch'; title: RatedTitle }
  | { kind: 'list'; title: RatedTitle };

/** A signal with the features of its title, as the model uses it. */
export interface LearnedSignal {
  signal: Signal;
  key: string;
  row: FeatureRow;
}

/**
 * A person's taste: the sum of two ridge regressions over the same features, and a popularity prior.
 *
 * The rating model explains the stars. It has an intercept per person, which starts near 3.5, so that 3 stars of a harsh
 * rater count as praise. Each feature (genre, person by billing, keyword, decade, language, country, media type,
 * popularity, public rating) has a weight that starts at 0 and moves with the ratings.
 *
 * The selection model explains which titles were picked at all, compared with the average title: twenty reviewed westerns
 * show an interest in westerns, whatever the stars. It counts less for kinds of features in which the picks look random.
 * Rewatch marks and lists count here, and weakly in the rating model.
 *
 * The popularity prior (`tilt`) says how much the person prefers popular titles. The average title is weighted by it, so
 * that a preference for popular titles is not mistaken for one for their genres. It also ranks popular titles higher.
 *
 * Both models are linear, so every score is exactly a sum of contributions of single signals. Reasons are based on them.
 */
export interface Taste {
  index: TitleIndex;
  /** By feature: what it adds to the score of a title, in stars. */
  weights: Float64Array;
  /** The average title, weighted by the person's preference for popular ones. */
  prior: Prior;
  /** The score of the average title. */
  average: number;
  /** The part of the weights that does not come from single signals: popularity and public rating. */
  start: Float64Array;
  ratingModel: Fit;
  signals: readonly LearnedSignal[];
  /** What each signal adds to a title's score, in the order of the signals. */
  contributionsTo(row: FeatureRow): Float64Array;
  /** By feature: the number of signals with it, and the stars of the reviews among them. */
  tallies: ReadonlyMap<number, Tally>;
  reviewCount: number;
  /** The prior mean of the intercept, in stars. */
  usualLevel: number;
  /** The mean of the person's stars, or null without reviews. */
  meanRating: number | null;
}

interface Tally {
  signals: number;
  reviews: number;
  stars: number;
}

const parameters = {
  usualLevel: 3.5,
  levelVariance: 1,
  /** The precision of a rating: one over its variance around the prediction. */
  reviewWeight: 1.6,
  rewatchWeight: 0.5,
  rewatchTarget: 0.8,
  listWeight: 0.25,
  listTarget: 0.3,
  /** Stars count more when a person's ratings vary little. `after` is the number of prior ratings, `usual` their deviation. */
  reach: { usual: 1.5, after: 5, most: 2.5 },
  preference: { chance: 1, whole: 0.14, most: 2.2, unknown: { share: 0.7, signals: 6 } } satisfies PreferenceParameters,
  chosenWeight: { review: 1, rewatch: 1, list: 0.8 },
  /** `share` of the tilt counts; half of that with `after` signals. */
  tilt: { share: 0.7, after: 20, prior: { mean: 0.2, variance: 0.15 } satisfies TiltPrior },
  startPopularity: 0.4,
  startAcclaim: 0.15,
  /** Half of these start values is left after this many signals, a fifth after twice as many. */
  startHalfLife: 2,
};
export type Parameters = typeof parameters;

/** Learns a person's taste from their signals. The same signals in the same order give the same taste. */
export function learnTaste(index: TitleIndex, signals: readonly Signal[], use: Parameters = parameters): Taste {
  const rows = signals.map(({ title }) => rowIn(index, title));
  const reviews = signals.filter((signal) => signal.kind === 'review');
  const tilt = fitTilt(index, rows, use.tilt.prior);
  const prior = popularityPrior(index, tilt);

  const observations = signals.map((signal, at) => ratingObservation(signal, rows[at] ?? emptyRow, use));
  const ratingModel = regress(observations, { ...prior, levelVariance: use.levelVariance });

  const picked = signals.map((signal, at) => selectionObservation(signal, rows[at] ?? emptyRow, use));
  const selectionModel = regress(picked, { ...prior, levelVariance: use.levelVariance });
  const shares = preferenceShares(index, prior, rows, use.preference);

  const reach = reachOf(
    reviews.map(({ rating }) => rating),
    use,
  );
  const start = startOf(index, signals.length, tilt, use);
  const weights = start.slice();
  for (let at = 0; at < weights.length; at++) {
    weights[at] =
      (start[at] as number) +
      reach * (ratingModel.weights[at] as number) +
      (shares[at] as number) * (selectionModel.weights[at] as number);
  }
  const parts = [
    { coefficients: ratingModel.coefficients.map((one) => reach * one), prior },
    { coefficients: selectionModel.coefficients, prior: scaled(prior, shares) },
  ];
  let contributionsTo: ReturnType<typeof createContributions> | undefined;
  return {
    index,
    weights,
    prior,
    average: dotDense(prior.means, weights),
    start,
    ratingModel,
    signals: signals.map((signal, at) => ({ signal, key: keyOf(signal.title), row: rows[at] ?? emptyRow })),
    contributionsTo(row) {
      contributionsTo ??= createContributions(rows, parts);
      return contributionsTo(row);
    },
    tallies: tallyOf(signals, rows),
    reviewCount: reviews.length,
    usualLevel: use.usualLevel,
    meanRating: reviews.length > 0 ? reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length : null,
  };
}

/** How much one star counts: more for a person who gives fours and fives only than for one who uses all stars. */
function reachOf(ratings: readonly number[], { reach: { usual, after, most } }: Parameters): number {
  const mean = ratings.reduce((sum, rating) => sum + rating, 0) / (ratings.length || 1);
  const squares = ratings.reduce((sum, rating) => sum + (rating - mean) ** 2, 0);
  return Math.min(most, usual / Math.sqrt((squares + after * usual ** 2) / (ratings.length + after)));
}

function startOf(index: TitleIndex, signals: number, tilt: number, use: Parameters): Float64Array {
  const start = new Float64Array(index.features.length);
  const left = 1 / (1 + (signals / use.startHalfLife) ** 2);
  const grown = signals / (signals + use.tilt.after);
  start[POPULARITY] = use.startPopularity * left + use.tilt.share * tilt * grown;
  start[ACCLAIM] = use.startAcclaim * left;
  return start;
}

function tallyOf(signals: readonly Signal[], rows: readonly FeatureRow[]): Map<number, Tally> {
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

const emptyRow: FeatureRow = { features: new Int32Array(0), values: new Float64Array(0), own: 0 };

export function rowIn(index: TitleIndex, title: RatedTitle): FeatureRow {
  const place = index.placeOf.get(keyOf(title));
  return (place === undefined ? undefined : index.rows[place]) ?? index.rowOf(title);
}

function ratingObservation(signal: Signal, row: FeatureRow, use: Parameters): Observation {
  if (signal.kind === 'review') {
    return { row, target: signal.rating - use.usualLevel, weight: use.reviewWeight, hasLevel: true };
  }
  const [target, weight] =
    signal.kind === 'rewatch' ? [use.rewatchTarget, use.rewatchWeight] : [use.listTarget, use.listWeight];
  return { row, target, weight, hasLevel: false };
}

function selectionObservation({ kind }: Signal, row: FeatureRow, { chosenWeight }: Parameters): Observation {
  return { row, target: 1, weight: chosenWeight[kind], hasLevel: false };
}

/** The score of a title relative to the average title. Only differences between scores are meaningful. */
export function scoreOf(taste: Taste, row: FeatureRow): number {
  return dot(row, taste.weights) - taste.average;
}
