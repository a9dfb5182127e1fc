import { titleKey } from '../../../../common/titleKey.ts';
import { type Feature, type FeatureKind, featureKinds, featuresOf, type RatedTitle } from './features.ts';

/** A title as a sparse vector: the places of its features in the index, and their values. */
export interface FeatureRow {
  features: Int32Array;
  values: Float64Array;
  /** The first `own` entries are the title's own features. The others are unknown and have average values. */
  own: number;
}

interface IndexedFeature {
  kind: FeatureKind;
  key: string;
  name: string;
}

/** All titles that may be recommended, as input of the model. Created once for a list of titles. */
export interface TitleIndex<T extends RatedTitle = RatedTitle> {
  titles: readonly T[];
  rows: readonly FeatureRow[];
  /** Place in `titles` by titleKey. */
  placeOf: ReadonlyMap<string, number>;
  features: readonly IndexedFeature[];
  featureOf: ReadonlyMap<string, number>;
  /** The mean value of each feature; 0 for rare ones, which makes no difference to scores and saves time. */
  means: Float64Array;
  /** The prior variance of each feature's weight, and that times the feature's mean. */
  variances: Float64Array;
  meanVariances: Float64Array;
  /** The similarity of the average title to itself. */
  meanNorm: number;
  /** Rank by popularity among titles of the same media type: 0 is the most popular. */
  popularityRanks: Int32Array;
  countOf: { movie: number; tv: number };
  /** The row of any title, without features that no indexed title has. */
  rowOf(title: RatedTitle): FeatureRow;
}

export const POPULARITY = 0;
export const ACCLAIM = 1;

/** Features in a smaller share of titles than this count as rare. */
const COMMON = 0.02;

/** The public rating, shrunk towards 6.5 while there are few votes. */
export function acclaimOf({ voteAverage, voteCount }: Pick<RatedTitle, 'voteAverage' | 'voteCount'>): number {
  return (voteAverage * voteCount + 6.5 * 150) / (voteCount + 150);
}

function meanAndDeviation(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length || 1);
  return { mean, deviation: Math.sqrt(variance) || 1 };
}

const MOST = 2.5;
/** A higher limit, because a few titles are far more popular than all others. */
const MAX_POPULARITY = 4;
const clamp = (value: number, most = MOST) => Math.max(-MOST, Math.min(most, value));

/** Ranks by popularity, for films and shows apart, because their popularity has different scales. */
function rankByPopularity(titles: readonly RatedTitle[]): {
  ranks: Int32Array;
  countOf: { movie: number; tv: number };
} {
  const ranks = new Int32Array(titles.length);
  const countOf = { movie: 0, tv: 0 };
  const order = [...titles.keys()].sort((a, b) => byPopularity(titles[a], titles[b]));
  for (const place of order) {
    const title = titles[place];
    if (title) ranks[place] = countOf[title.mediaType]++;
  }
  return { ranks, countOf };
}

export function byPopularity(a: RatedTitle | undefined, b: RatedTitle | undefined): number {
  if (!a || !b) return 0;
  return b.popularity - a.popularity || a.id - b.id || (a.mediaType < b.mediaType ? -1 : 1);
}

export function createTitleIndex<T extends RatedTitle>(titles: readonly T[]): TitleIndex<T> {
  const features: IndexedFeature[] = [
    { kind: 'popularity', key: 'popularity', name: 'popularity' },
    { kind: 'acclaim', key: 'acclaim', name: 'acclaim' },
  ];
  const featureOf = new Map(features.map(({ key }, place) => [key, place]));
  const known = titles.map((title) => featuresOf(title));
  for (const own of known) {
    for (const { kind, key, name } of own) {
      if (featureOf.has(key)) continue;
      featureOf.set(key, features.length);
      features.push({ kind, key, name });
    }
  }

  const { ranks, countOf } = rankByPopularity(titles);
  const acclaim = meanAndDeviation(titles.map(acclaimOf));
  const popularityOf = {
    movie: meanAndDeviation(titles.filter(({ mediaType }) => mediaType === 'movie').map(logPopularity)),
    tv: meanAndDeviation(titles.filter(({ mediaType }) => mediaType === 'tv').map(logPopularity)),
  };

  const usualCountries = averageCountries(known);

  function toRow(title: RatedTitle, features = featuresOf(title)): FeatureRow {
    const present = features.filter(({ key }) => featureOf.has(key));
    const own = present.length + 2;
    const assumed = title.countries.length === 0 ? usualCountries : [];
    const size = own + assumed.length;
    const row = { features: new Int32Array(size), values: new Float64Array(size), own };
    const popularity = popularityOf[title.mediaType];
    row.features[0] = POPULARITY;
    row.values[0] = clamp((logPopularity(title) - popularity.mean) / popularity.deviation, MAX_POPULARITY);
    row.features[1] = ACCLAIM;
    row.values[1] = clamp((acclaimOf(title) - acclaim.mean) / acclaim.deviation);
    for (const [place, { key, value }] of [...present, ...assumed].entries()) {
      row.features[place + 2] = featureOf.get(key) ?? 0;
      row.values[place + 2] = value;
    }
    return row;
  }

  const rows = titles.map((title, place) => toRow(title, known[place]));
  const means = meansOf(rows, features.length);
  const variances = Float64Array.from(features, ({ kind }) => featureKinds[kind].scale ** 2);
  return {
    titles,
    rows,
    placeOf: new Map(titles.map((title, place) => [keyOf(title), place])),
    features,
    featureOf,
    means,
    variances,
    meanVariances: means.map((mean, feature) => mean * (variances[feature] ?? 0)),
    meanNorm: means.reduce((sum, mean, feature) => sum + mean * mean * (variances[feature] ?? 0), 0),
    popularityRanks: ranks,
    countOf,
    rowOf: (title) => toRow(title),
  };
}

/**
 * The average values of the common countries over all titles with a known country. Titles without one get these values,
 * so that a preference for a country neither helps nor harms them.
 */
function averageCountries(all: readonly Feature[][]): { key: string; value: number }[] {
  const sums = new Map<string, { seen: number; sum: number }>();
  let known = 0;
  for (const features of all) {
    const countries = features.filter(({ kind }) => kind === 'country');
    if (countries.length > 0) known += 1;
    for (const { key, value } of countries) {
      const { seen, sum } = sums.get(key) ?? { seen: 0, sum: 0 };
      sums.set(key, { seen: seen + 1, sum: sum + value });
    }
  }
  return [...sums]
    .filter(([, { seen }]) => seen >= known * COMMON)
    .map(([key, { sum }]) => ({ key, value: sum / known }));
}

export const keyOf = ({ mediaType, id }: Pick<RatedTitle, 'mediaType' | 'id'>) => titleKey({ mediaType, tmdbId: id });

const logPopularity = ({ popularity }: Pick<RatedTitle, 'popularity'>) => Math.log(popularity + 1);

function meansOf(rows: readonly FeatureRow[], count: number): Float64Array {
  const sums = new Float64Array(count);
  const seen = new Int32Array(count);
  for (const { features, values } of rows) {
    for (let at = 0; at < features.length; at++) {
      const feature = features[at] ?? 0;
      sums[feature] = (sums[feature] ?? 0) + (values[at] ?? 0);
      seen[feature] = (seen[feature] ?? 0) + 1;
    }
  }
  return sums.map((sum, feature) => ((seen[feature] ?? 0) < rows.length * COMMON ? 0 : sum / rows.length));
}
