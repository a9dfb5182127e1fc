import { dot, dotDense } from './regression.ts';
import type { FeatureRow } from './titleIndex.ts';

/** The average title, and the variance of each weight. A TitleIndex can be used as a prior: the average of its titles. */
export interface Prior {
  means: Float64Array;
  variances: Float64Array;
  /** Variance times mean. */
  meanVariances: Float64Array;
  /** The similarity of the average title to itself. */
  meanNorm: number;
}

/** The prior with each variance multiplied by a factor. */
export function scaled({ means, variances, meanVariances }: Prior, by: Float64Array): Prior {
  const own = meanVariances.map((value, at) => value * (by[at] ?? 0));
  return {
    means,
    variances: variances.map((value, at) => value * (by[at] ?? 0)),
    meanVariances: own,
    meanNorm: dotDense(means, own),
  };
}

export function selfSimilarity(prior: Prior, row: FeatureRow): number {
  let own = 0;
  for (let at = 0; at < row.features.length; at++) {
    own += (row.values[at] as number) ** 2 * (prior.variances[row.features[at] as number] as number);
  }
  return own - 2 * dot(row, prior.meanVariances) + prior.meanNorm;
}

/** The similarity of titles in the model: the dot product of centred rows, weighted by the variances. */
export function createSimilarity(prior: Prior, row: FeatureRow): (other: FeatureRow) => number {
  const scaled = new Float64Array(prior.variances.length);
  for (let at = 0; at < row.features.length; at++) {
    const feature = row.features[at] as number;
    scaled[feature] = (row.values[at] as number) * (prior.variances[feature] as number);
  }
  const own = dot(row, prior.meanVariances) - prior.meanNorm;
  return (other) => dot(other, scaled) - dot(other, prior.meanVariances) - own;
}
