import type { Reason } from '../../../common/schemas/recommendation.ts';
import { decadeOf, genresOfTitle, type RatedTitle } from './model/features.ts';
import type { LearnedSignal, Taste } from './model/taste.ts';
import { type FeatureRow, keyOf, type TitleIndex } from './model/titleIndex.ts';

/** Kinds of features that make two titles similar enough for a reason; a decade or language is not enough. */
const specificKinds = new Set(['genre', 'person', 'keyword']);

const MIN_STARS = 4;
/** In how many titles a preference must occur to be given as a reason. */
const MIN_TITLES = { person: 2, genre: 3, keyword: 3, decade: 4, country: 4 } as const;
/** A country with a larger share of all titles is never a reason. */
const USUAL = 0.4;
type Named = keyof typeof MIN_TITLES;
/** From this share of all positive contributions, a single signal is the first reason. */
const MAIN_SHARE = 0.2;
const POPULAR_SHARE = 0.05;
const POPULAR_LEAST = 20;
const ACCLAIMED = { rating: 7.5, votes: 100 };

/**
 * The reasons for a pick, strongest first. Each is verified against the signals, because a weight may have other causes:
 * 'you like' requires good stars for two titles or more.
 */
export function reasonsFor(taste: Taste, place: number): Reason[] {
  const { index } = taste;
  const row = index.rows[place];
  const title = index.titles[place];
  if (!row || !title) return [];
  const main = mainSignal(taste, row);
  const named = namedReasons(taste, row);
  const general = publicReasons(index, place);
  if (!main) return [...named, ...general];
  return main.share >= MAIN_SHARE ? [main.reason, ...named, ...general] : [...named, main.reason, ...general];
}

/** Whether there is any reason. The cheapest checks come first. */
export function hasReason(taste: Taste, place: number): boolean {
  const row = taste.index.rows[place];
  if (!row) return false;
  return (
    publicReasons(taste.index, place).length > 0 ||
    namedReasons(taste, row).length > 0 ||
    mainSignal(taste, row) !== null
  );
}

/** The signal with the largest contribution, if it may be given as a reason. */
function mainSignal(taste: Taste, row: FeatureRow): { reason: Reason; share: number } | null {
  const contributions = taste.contributionsTo(row);
  let best: LearnedSignal | null = null;
  let most = 0;
  let total = 0;
  for (let at = 0; at < contributions.length; at++) {
    const contribution = contributions[at] as number;
    if (contribution > 0) total += contribution;
    if (contribution > most) {
      most = contribution;
      best = taste.signals[at] ?? null;
    }
  }
  if (!best || sharedFeatures(taste.index, best.row, row).length === 0) return null;
  const text = textFor(best, taste);
  const { mediaType, id } = best.signal.title;
  return text
    ? { reason: { kind: best.signal.kind, text, because: { mediaType, tmdbId: id } }, share: most / total }
    : null;
}

function textFor({ signal }: LearnedSignal, { meanRating }: Taste): string | null {
  const { title } = signal.title;
  if (signal.kind === 'rewatch') return `Because you want to see ${title} again`;
  if (signal.kind === 'list') return `Because ${title} is in your lists`;
  const isHigh = signal.rating >= MIN_STARS || (signal.rating >= 3 && signal.rating > (meanRating ?? 5));
  return isHigh ? `Because you gave ${title} ${signal.rating} stars` : null;
}

/** The specific features that both titles have. */
export function sharedFeatures(index: TitleIndex, a: FeatureRow, b: FeatureRow): number[] {
  const own = new Set(a.features);
  return [...b.features].filter(
    (feature) => own.has(feature) && specificKinds.has(index.features[feature]?.kind ?? ''),
  );
}

/** 'Because you like Michael Mann': preferences that show in ratings or lists. */
function namedReasons(taste: Taste, row: FeatureRow): Reason[] {
  const { index, weights } = taste;
  return [...row.features.subarray(0, row.own)]
    .map((feature, at) => ({ feature, strength: (weights[feature] ?? 0) * (row.values[at] ?? 0) }))
    .filter(({ strength }) => strength > 0)
    .sort((a, b) => b.strength - a.strength || a.feature - b.feature)
    .flatMap(({ feature }): Reason[] => {
      const known = index.features[feature];
      const text =
        known && known.kind in MIN_TITLES ? likingReason(taste, feature, known.kind as Named, known.name) : null;
      return text && known ? [{ kind: known.kind as Named, text }] : [];
    });
}

function likingReason(taste: Taste, feature: number, kind: Named, name: string): string | null {
  if (kind === 'country' && (!name || (taste.index.means[feature] ?? 0) > USUAL)) return null;
  const tally = taste.tallies.get(feature) ?? { signals: 0, reviews: 0, stars: 0 };
  const mean = tally.stars / tally.reviews;
  const usual = taste.meanRating ?? 0;
  if (tally.reviews >= MIN_TITLES[kind]) {
    if (mean >= 3.5 && mean >= usual) return `Because you like ${nameInReason(kind, name)}`;
    if (mean > usual + 0.25) return `Because you rate ${nameInReason(kind, name)} above your average`;
  }
  const isOften = tally.signals >= MIN_TITLES[kind] && tally.reviews === 0;
  return isOften
    ? `Because you add a lot of ${kind === 'decade' ? 'titles from ' : ''}${nameInReason(kind, name)}`
    : null;
}

export function nameInReason(kind: Named, name: string): string {
  if (kind === 'genre') return name.toLowerCase();
  if (kind === 'decade') return `the ${name}`;
  if (kind === 'country') return `titles from ${name}`;
  return kind === 'keyword' ? `“${name}”` : name;
}

/** Reasons that do not depend on the person: very popular, or rated high by many. */
export function publicReasons(index: TitleIndex, place: number): Reason[] {
  const title = index.titles[place];
  if (!title) return [];
  const reasons: Reason[] = [];
  const isPopular =
    (index.popularityRanks[place] ?? Number.POSITIVE_INFINITY) <
    Math.max(POPULAR_LEAST, index.countOf[title.mediaType] * POPULAR_SHARE);
  if (isPopular) reasons.push({ kind: 'popular', text: 'Popular right now' });
  if (title.voteAverage >= ACCLAIMED.rating && title.voteCount >= ACCLAIMED.votes) {
    reasons.push({ kind: 'acclaimed', text: `Rated ${title.voteAverage.toFixed(1)} by viewers` });
  }
  return reasons;
}

/**
 * Why a title suits another member, based only on what the reader may see: titles that the member added to their own
 * lists, which any signed-in user may open, and to this list. Stars, reviews and the Reviewed list are private and are not
 * used here.
 */
export function reasonFromLists(listed: readonly RatedTitle[], title: RatedTitle, name: string): Reason | null {
  const people = new Set([...title.makers, ...title.cast.slice(0, 5)].map(({ id }) => id));
  const like = listed.find((other) => {
    return (
      keyOf(other) !== keyOf(title) && [...other.makers, ...other.cast.slice(0, 5)].some(({ id }) => people.has(id))
    );
  });
  if (like) {
    const shared = [...like.makers, ...like.cast].find(({ id }) => people.has(id));
    return {
      kind: 'list',
      text: `${shared?.name}, as in ${like.title}, which ${name} added`,
      because: { mediaType: like.mediaType, tmdbId: like.id },
    };
  }
  const genres = countsOf(listed, genresOfTitle);
  const genre = genresOfTitle(title)
    .map((one) => ({ one, count: genres.get(one) ?? 0 }))
    .sort((a, b) => b.count - a.count || (a.one < b.one ? -1 : 1))[0];
  if (genre && genre.count >= MIN_TITLES.genre) {
    return { kind: 'genre', text: `${name} added ${genre.count} titles of ${nameInReason('genre', genre.one)}` };
  }
  const decade = decadeOf(title);
  const ofDecade = decade ? listed.filter((other) => decadeOf(other) === decade).length : 0;
  if (decade && ofDecade >= MIN_TITLES.decade) {
    return { kind: 'decade', text: `${name} added ${ofDecade} titles of the ${decade}` };
  }
  return null;
}

function countsOf(titles: readonly RatedTitle[], keysOf: (title: RatedTitle) => string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const title of titles) for (const key of keysOf(title)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
