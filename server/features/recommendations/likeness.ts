import { dot } from './regression.ts';
import type { Row, TitleIndex } from './titleIndex.ts';

/** Likeness as the model has it: shared features by how freely their weights move, common ones against the average. */
export function likenessTo(index: TitleIndex, row: Row): (other: Row) => number {
  const scaled = new Float64Array(index.features.length);
  for (const [at, feature] of row.features.entries()) {
    scaled[feature] = (row.values[at] ?? 0) * (index.variances[feature] ?? 0);
  }
  const own = dot(row, index.meanVariances) - index.meanNorm;
  return (other) => dot(other, scaled) - dot(other, index.meanVariances) - own;
}
