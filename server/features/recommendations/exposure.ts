import type { Prior } from './likeness.ts';
import { POPULARITY, type Row, type TitleIndex } from './titleIndex.ts';

export interface TiltPrior {
  mean: number;
  variance: number;
}

const MOST_STEPS = 12;
const ENOUGH = 1e-7;

/**
 * How much the popular draws somebody: the power of popularity that makes what they picked likeliest, were each pick drawn
 * by it from all titles. 0 for picks from anywhere; found by Newton's steps, near the prior while there are few.
 */
export function tiltOf(index: TitleIndex, rows: readonly Row[], { mean, variance }: TiltPrior): number {
  const picked = rows.reduce((sum, row) => sum + fameOf(row), 0);
  let tilt = mean;
  for (let step = 0; step < MOST_STEPS; step++) {
    let total = 0;
    let first = 0;
    let second = 0;
    for (const row of index.rows) {
      const fame = fameOf(row);
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
  let total = 0;
  for (const { features, values } of index.rows) {
    const weight = Math.exp(tilt * (values[POPULARITY] ?? 0));
    total += weight;
    for (let at = 0; at < features.length; at++) {
      const feature = features[at] as number;
      if (index.means[feature] !== 0) means[feature] = (means[feature] as number) + weight * (values[at] as number);
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
