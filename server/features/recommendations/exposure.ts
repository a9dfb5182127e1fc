import type { Prior } from './likeness.ts';
import { POPULARITY, type Row, type TitleIndex } from './titleIndex.ts';

export interface TiltPrior {
  mean: number;
  variance: number;
}

/** What of an index an average is made of: the popularity of each title, and those features that the average title has. */
interface Commons {
  fame: Float64Array;
  starts: Int32Array;
  features: Int32Array;
  values: Float64Array;
}

const known = new WeakMap<TitleIndex, Commons>();

function commonsOf(index: TitleIndex): Commons {
  const found = known.get(index) ?? gatherCommons(index);
  known.set(index, found);
  return found;
}

function gatherCommons({ rows, means }: TitleIndex): Commons {
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
    fame: Float64Array.from(rows, fameOf),
    starts,
    features: Int32Array.from(features),
    values: Float64Array.from(values),
  };
}

const MOST_STEPS = 12;
const ENOUGH = 1e-7;

/**
 * How much the popular draws somebody: the power of popularity that makes what they picked likeliest, were each pick drawn
 * by it from all titles. 0 for picks from anywhere; found by Newton's steps, near the prior while there are few.
 */
export function tiltOf(index: TitleIndex, rows: readonly Row[], { mean, variance }: TiltPrior): number {
  const picked = rows.reduce((sum, row) => sum + fameOf(row), 0);
  const { fame: fames } = commonsOf(index);
  let tilt = mean;
  for (let step = 0; step < MOST_STEPS; step++) {
    let total = 0;
    let first = 0;
    let second = 0;
    for (let at = 0; at < fames.length; at++) {
      const fame = fames[at] as number;
      const weight = Math.exp(tilt * fame);
      total += weight;
      first += weight * fame;
      second += weight * fame * fame;
    }
    const usual = first / (total || 1);
    const slope = picked - rows.length * usual - (tilt - mean) / variance;
    const curve = rows.length * (second / (total || 1) - usual * usual) + 1 / variance;
    const move = Math.max(-1, Math.min(1, slope / curve));
    tilt += move;
    if (Math.abs(move) < ENOUGH) break;
  }
  return tilt;
}

/** The average title as somebody meets them: more popular ones more often. Their picks are held against it. */
export function priorAt(index: TitleIndex, tilt: number): Prior {
  const means = new Float64Array(index.features.length);
  const { fame, starts, features, values } = commonsOf(index);
  let total = 0;
  for (let place = 0; place < fame.length; place++) {
    const weight = Math.exp(tilt * (fame[place] as number));
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

/** Rows begin with popularity. */
const fameOf = ({ values }: Row) => values[POPULARITY] ?? 0;
