import type { FeatureKind } from './features.ts';
import type { Prior } from './likeness.ts';
import type { Row, TitleIndex } from './titleIndex.ts';

/** Kinds of features that are looked for by themselves: somebody who follows directors may take any genre. */
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

/** How many pairs of titles, far apart in the index, stand for all. */
const PAIRS = 2000;

interface Groups {
  /** By feature. */
  of: Uint8Array;
  /** How far the likeness of two titles taken at random is from 0 in each group: the root of its mean square. */
  spreads: Float64Array;
}

const known = new WeakMap<TitleIndex, Groups>();

function groupsOf(index: TitleIndex): Groups {
  const found = known.get(index) ?? measureGroups(index);
  known.set(index, found);
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
    for (const [group, likeness] of likenessIn(of, index, row, other).entries()) {
      sums[group] = (sums[group] ?? 0) + likeness * likeness;
    }
    pairs += 1;
  }
  return { of, spreads: sums.map((sum) => Math.sqrt(sum / (pairs || 1))) };
}

/** What each group adds to the likeness of two titles. */
function likenessIn(of: Uint8Array, prior: Prior, row: Row, other: Row): Float64Array {
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

/** Likeness of the average title to itself by group. */
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

export interface Seeking {
  /** Up to here, in deviations of what chance gives, picks are not called alike. */
  chance: number;
  /** So much likeness of two picks, in deviations of two titles at random, counts whole, and `most` times that at most. */
  whole: number;
  most: number;
  /** Of so few that nothing shows, picks rarely are at random. */
  unknown: { share: number; signals: number };
}

/**
 * By feature, how far what somebody picked is to be believed: who takes titles from all over tells by their stars alone
 * what they like. In each group of features the picks are held against titles taken at random; likeness is against the
 * average title as the person meets them, so by chance the pairs of a history sum to 0. It is the size of the likeness that
 * counts: among hundreds of picks even the least is certain.
 */
export function sharesSought(index: TitleIndex, prior: Prior, rows: readonly Row[], use: Seeking): Float64Array {
  const { of, spreads } = groupsOf(index);
  const { share, signals } = use.unknown;
  const least = share * Math.min(1, signals / (rows.length || 1));
  const pairs = Math.sqrt((rows.length * (rows.length - 1)) / 2);
  const shares = likenessOfPicks(of, prior, rows).map((sum, group) => {
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

/** By group, the likeness of all picks to each other, every pair counted both ways. */
function likenessOfPicks(of: Uint8Array, prior: Prior, rows: readonly Row[]): Float64Array {
  const { variances, means, meanVariances } = prior;
  const sums = new Float64Array(variances.length);
  const likeness = normsIn(of, prior).map((norm) => -norm * rows.length);
  for (const { features, values } of rows) {
    for (let at = 0; at < features.length; at++) {
      const feature = features[at] as number;
      const value = values[at] as number;
      const group = of[feature] as number;
      sums[feature] = (sums[feature] as number) + value;
      const alone = value * (value * (variances[feature] as number) - 2 * (meanVariances[feature] as number));
      likeness[group] = (likeness[group] as number) - alone;
    }
  }
  for (let feature = 0; feature < sums.length; feature++) {
    const above = (sums[feature] as number) - rows.length * (means[feature] as number);
    if (above === 0) continue;
    const group = of[feature] as number;
    likeness[group] = (likeness[group] as number) + above * above * (variances[feature] as number);
  }
  return likeness;
}
