import { likenessTo } from './likeness.ts';
import type { Row, TitleIndex } from './titleIndex.ts';

/** How many pairs of titles, far apart in the index, stand for all. */
const PAIRS = 2000;

const spreads = new WeakMap<TitleIndex, number>();

/** How far the likeness of two titles taken at random is from 0, squared and on average. */
function spreadOf(index: TitleIndex): number {
  const known = spreads.get(index);
  if (known !== undefined) return known;
  const count = index.rows.length;
  let sum = 0;
  let pairs = 0;
  for (let at = 0; at < PAIRS && count > 1; at++) {
    const row = index.rows[(at * 7919) % count];
    const other = index.rows[(at * 104_729 + 1 + Math.floor(count / 2)) % count];
    if (!row || !other || row === other) continue;
    sum += likenessTo(index, row)(other) ** 2;
    pairs += 1;
  }
  const spread = sum / (pairs || 1);
  spreads.set(index, spread);
  return spread;
}

/**
 * Whether what somebody picked is more alike than titles taken at random would be, in deviations of what chance gives:
 * about 0 for picks from all over, 3 and more for who looks for something. Likeness is against the average title, so by
 * chance the pairs of a history sum to 0.
 */
export function seekingOf(index: TitleIndex, rows: readonly Row[]): number {
  if (rows.length < 2) return 0;
  const sum = new Float64Array(index.features.length);
  let alone = 0;
  for (const { features, values } of rows) {
    let norm = index.meanNorm;
    for (let at = 0; at < features.length; at++) {
      const feature = features[at] ?? 0;
      const value = values[at] ?? 0;
      sum[feature] = (sum[feature] ?? 0) + value;
      norm += value * (value * (index.variances[feature] ?? 0) - 2 * (index.meanVariances[feature] ?? 0));
    }
    alone += norm;
  }
  let all = 0;
  for (let at = 0; at < sum.length; at++) {
    const above = (sum[at] ?? 0) - rows.length * (index.means[at] ?? 0);
    all += above * above * (index.variances[at] ?? 0);
  }
  const chance = Math.sqrt(2 * rows.length * (rows.length - 1) * spreadOf(index));
  return chance > 0 ? (all - alone) / chance : 0;
}
