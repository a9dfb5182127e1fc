import type { FeatureKind } from './features.ts';
import type { Prior } from './similarity.ts';
import type { FeatureRow, TitleIndex } from './titleIndex.ts';

/** Kinds of features with a preference of their own: people who follow directors may watch any genre. */
const groupOf: Record<FeatureKind, number> = {
  genre: 0,
  person: 1,
  keyword: 2,
  decade: 3,
  language: 3,
  country: 3,
  mediaType: 3,
  popularity: 4,
  acclaim: 4,
};
const GROUPS = 5;

/** The number of sampled pairs of titles. */
const PAIRS = 2000;

interface Groups {
  /** By feature. */
  of: Uint8Array;
  /** By group: the root mean square of the similarity of two random titles. */
  spreads: Float64Array;
}

const cache = new WeakMap<TitleIndex, Groups>();

function groupsOf(index: TitleIndex): Groups {
  const found = cache.get(index) ?? measureGroups(index);
  cache.set(index, found);
  return found;
}

function measureGroups(index: TitleIndex): Groups {
  const of = Uint8Array.from(index.features, ({ kind }) => groupOf[kind]);
  const count = index.rows.length;
  const sums = new Float64Array(GROUPS);
  let pairs = 0;
  for (let at = 0; at < PAIRS && count > 1; at++) {
    const row = index.rows[(at * 7919) % count];
    const other = index.rows[(at * 104_729 + 1 + Math.floor(count / 2)) % count];
    if (!row || !other || row === other) continue;
    for (const [group, similarity] of similarityByGroup(of, index, row, other).entries()) {
      sums[group] = (sums[group] ?? 0) + similarity * similarity;
    }
    pairs += 1;
  }
  return { of, spreads: sums.map((sum) => Math.sqrt(sum / (pairs || 1))) };
}

/** The similarity of two titles by group. */
function similarityByGroup(of: Uint8Array, prior: Prior, row: FeatureRow, other: FeatureRow): Float64Array {
  const sums = normsIn(of, prior);
  const own = new Map([...row.features].map((feature, at) => [feature, row.values[at] ?? 0]));
  const add = (feature: number, amount: number) => {
    const group = of[feature] ?? 0;
    sums[group] = (sums[group] ?? 0) + amount;
  };
  for (const [feature, value] of own) add(feature, -value * (prior.meanVariances[feature] ?? 0));
  for (const [at, feature] of other.features.entries()) {
    const shared = (own.get(feature) ?? 0) * (prior.variances[feature] ?? 0);
    add(feature, (other.values[at] ?? 0) * (shared - (prior.meanVariances[feature] ?? 0)));
  }
  return sums;
}

/** The similarity of the average title to itself by group. */
function normsIn(of: Uint8Array, { means, meanVariances }: Prior): Float64Array {
  const norms = new Float64Array(GROUPS);
  for (let feature = 0; feature < of.length; feature++) {
    const mean = means[feature] as number;
    if (mean === 0) continue;
    const group = of[feature] as number;
    norms[group] = (norms[group] as number) + mean * (meanVariances[feature] as number);
  }
  return norms;
}

export interface PreferenceParameters {
  /** Picks count as similar from this many standard deviations above random picks. */
  chance: number;
  /** The similarity of two picks that counts fully, in standard deviations of random pairs; at most `most` times that. */
  whole: number;
  most: number;
  /** The least share while there are up to `signals` signals: few picks show nothing, but are rarely random. */
  unknown: { share: number; signals: number };
}

/**
 * By feature, how much the choice of titles counts as a preference. For a person who picks titles of all kinds, only the
 * stars count. In each group of features the similarity of the picks is compared with that of random titles. Rows are
 * centred on the average title weighted by popularity, so random picks have an expected similarity of 0. The share
 * depends on the size of the similarity, because with hundreds of picks even a small one is significant.
 */
export function preferenceShares(
  index: TitleIndex,
  prior: Prior,
  rows: readonly FeatureRow[],
  use: PreferenceParameters,
): Float64Array {
  const { of, spreads } = groupsOf(index);
  const { share, signals } = use.unknown;
  const least = share * Math.min(1, signals / (rows.length || 1));
  const pairs = Math.sqrt((rows.length * (rows.length - 1)) / 2);
  const shares = similarityOfPicks(of, prior, rows).map((sum, group) => {
    const spread = spreads[group] ?? 0;
    const deviations = pairs > 0 && spread > 0 ? sum / 2 / pairs / spread : 0;
    if (deviations <= use.chance) return least;
    const size = deviations / pairs / use.whole;
    return Math.max(least, Math.min(use.most, size) * (1 - (use.chance / deviations) ** 2));
  });
  const byFeature = new Float64Array(of.length);
  for (let feature = 0; feature < of.length; feature++) byFeature[feature] = shares[of[feature] as number] as number;
  return byFeature;
}

/** By group, the sum of the similarities of all ordered pairs of picks. */
function similarityOfPicks(of: Uint8Array, prior: Prior, rows: readonly FeatureRow[]): Float64Array {
  const { variances, means, meanVariances } = prior;
  const sums = new Float64Array(variances.length);
  const similarity = normsIn(of, prior).map((norm) => -norm * rows.length);
  for (const { features, values } of rows) {
    for (let at = 0; at < features.length; at++) {
      const feature = features[at] as number;
      const value = values[at] as number;
      const group = of[feature] as number;
      sums[feature] = (sums[feature] as number) + value;
      const alone = value * (value * (variances[feature] as number) - 2 * (meanVariances[feature] as number));
      similarity[group] = (similarity[group] as number) - alone;
    }
  }
  for (let feature = 0; feature < sums.length; feature++) {
    const above = (sums[feature] as number) - rows.length * (means[feature] as number);
    if (above === 0) continue;
    const group = of[feature] as number;
    similarity[group] = (similarity[group] as number) + above * above * (variances[feature] as number);
  }
  return similarity;
}
