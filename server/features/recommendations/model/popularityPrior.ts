import type { Prior } from './similarity.ts';
import { type FeatureRow, POPULARITY, type TitleIndex } from './titleIndex.ts';

export interface TiltPrior {
  mean: number;
  variance: number;
}

/** What the average title is computed from: the popularity of each title, and the features with a mean. */
interface CommonFeatures {
  popularity: Float64Array;
  starts: Int32Array;
  features: Int32Array;
  values: Float64Array;
}

const cache = new WeakMap<TitleIndex, CommonFeatures>();

function commonFeaturesOf(index: TitleIndex): CommonFeatures {
  const found = cache.get(index) ?? collectCommonFeatures(index);
  cache.set(index, found);
  return found;
}

function collectCommonFeatures({ rows, means }: TitleIndex): CommonFeatures {
  const starts = new Int32Array(rows.length + 1);
  const features: number[] = [];
  const values: number[] = [];
  for (const [place, row] of rows.entries()) {
    for (const [at, feature] of row.features.entries()) {
      if (means[feature] === 0) continue;
      features.push(feature);
      values.push(row.values[at] ?? 0);
    }
    starts[place + 1] = features.length;
  }
  return {
    popularity: Float64Array.from(rows, popularityOf),
    starts,
    features: Int32Array.from(features),
    values: Float64Array.from(values),
  };
}

const MAX_STEPS = 12;
const TOLERANCE = 1e-7;

/**
 * How much a person prefers popular titles: the exponent of popularity with the highest likelihood of their picks. 0
 * means no preference. Found with Newton's method; a normal prior keeps it near `mean` while there are few picks.
 */
export function fitTilt(index: TitleIndex, rows: readonly FeatureRow[], { mean, variance }: TiltPrior): number {
  const picked = rows.reduce((sum, row) => sum + popularityOf(row), 0);
  const { popularity: popularities } = commonFeaturesOf(index);
  let tilt = mean;
  for (let step = 0; step < MAX_STEPS; step++) {
    let total = 0;
    let first = 0;
    let second = 0;
    for (let at = 0; at < popularities.length; at++) {
      const popularity = popularities[at] as number;
      const weight = Math.exp(tilt * popularity);
      total += weight;
      first += weight * popularity;
      second += weight * popularity * popularity;
    }
    const usual = first / (total || 1);
    const slope = picked - rows.length * usual - (tilt - mean) / variance;
    const curve = rows.length * (second / (total || 1) - usual * usual) + 1 / variance;
    const move = Math.max(-1, Math.min(1, slope / curve));
    tilt += move;
    if (Math.abs(move) < TOLERANCE) break;
  }
  return tilt;
}

/** The average title with titles weighted by popularity. A person's picks are centred on it. */
export function popularityPrior(index: TitleIndex, tilt: number): Prior {
  const means = new Float64Array(index.features.length);
  const { popularity, starts, features, values } = commonFeaturesOf(index);
  let total = 0;
  for (let place = 0; place < popularity.length; place++) {
    const weight = Math.exp(tilt * (popularity[place] as number));
    total += weight;
    const end = starts[place + 1] as number;
    for (let at = starts[place] as number; at < end; at++) {
      const feature = features[at] as number;
      means[feature] = (means[feature] as number) + weight * (values[at] as number);
    }
  }
  const { variances } = index;
  let meanNorm = 0;
  const meanVariances = new Float64Array(means.length);
  for (let at = 0; at < means.length; at++) {
    const mean = (means[at] as number) / (total || 1);
    means[at] = mean;
    meanVariances[at] = mean * (variances[at] as number);
    meanNorm += mean * (meanVariances[at] as number);
  }
  return { means, variances, meanVariances, meanNorm };
}

/** Popularity is the first value of a row. */
const popularityOf = ({ values }: FeatureRow) => values[POPULARITY] ?? 0;
