import { dot } from './regression.ts';
import type { Prior } from './similarity.ts';
import type { FeatureRow } from './titleIndex.ts';

/** One regression in dual form: the coefficient of each signal, and the prior that defines the similarity. */
export interface ModelPart {
  coefficients: Float64Array;
  prior: Prior;
}

/**
 * Returns a function that computes how much each signal adds to the score of a title, summed over all models. It visits
 * only features that the title shares with signals, so that a thousand signals cost little more than a hundred.
 */
export function createContributions(
  rows: readonly FeatureRow[],
  parts: readonly ModelPart[],
): (row: FeatureRow) => Float64Array {
  const size = parts[0]?.prior.variances.length ?? 0;
  const starts = new Int32Array(size + 1);
  for (const { features } of rows) for (const feature of features) starts[feature + 1] = (starts[feature + 1] ?? 0) + 1;
  for (let at = 0; at < size; at++) starts[at + 1] = (starts[at + 1] as number) + (starts[at] as number);
  const signalAt = new Int32Array(starts[size] ?? 0);
  const amounts = new Float64Array(signalAt.length);
  const next = starts.slice(0, size);
  for (const [signal, { features, values }] of rows.entries()) {
    for (let at = 0; at < features.length; at++) {
      const feature = features[at] as number;
      const place = next[feature] as number;
      next[feature] = place + 1;
      signalAt[place] = signal;
      let amount = 0;
      for (const { coefficients, prior } of parts)
        amount += (coefficients[signal] as number) * (prior.variances[feature] as number);
      amounts[place] = (values[at] as number) * amount;
    }
  }
  // Signal and title are centred on the average title. This part of it is the same for every title.
  const offsets = Float64Array.from(rows, (row, signal) => {
    return parts.reduce(
      (sum, { coefficients, prior }) =>
        sum + (coefficients[signal] ?? 0) * (dot(row, prior.meanVariances) - prior.meanNorm),
      0,
    );
  });

  return (row) => {
    const sums = offsets.map((amount) => -amount);
    for (const { coefficients, prior } of parts) {
      const own = dot(row, prior.meanVariances);
      for (let signal = 0; signal < sums.length; signal++) {
        sums[signal] = (sums[signal] as number) - own * (coefficients[signal] as number);
      }
    }
    for (let at = 0; at < row.features.length; at++) {
      const feature = row.features[at] as number;
      const value = row.values[at] as number;
      const end = starts[feature + 1] as number;
      for (let place = starts[feature] as number; place < end; place++) {
        const signal = signalAt[place] as number;
        sums[signal] = (sums[signal] as number) + value * (amounts[place] as number);
      }
    }
    return sums;
  };
}
