import type { Reason } from '../../../common/recommendation.ts';
import { decadeOf, genresOfTitle, type RatedTitle } from './features.ts';
import type { LearnedSignal, Taste } from './taste.ts';
import { keyOf, type Row, type TitleIndex } from './titleIndex.ts';

/** Kinds of features that two titles may be called alike for: not the decade or the language alone. */
const telling = new Set(['genre', 'person', 'keyword']);

const LEAST_STARS = 4;
/** How many titles a liking for a person, or for anything broader, must show in. */
const LEAST_TITLES = { person: 2, genre: 3, keyword: 3, decade: 4, country: 4 } as const;
/** To like what so large a share of all titles is says nothing. */
const USUAL = 0.4;
type Named = keyof typeof LEAST_TITLES;
/** From this share of all that speaks for a title on, one signal is the reason. */
const MAIN_SHARE = 0.2;
const POPULAR_SHARE = 0.05;
const POPULAR_LEAST = 20;
const ACCLAIMED = { rating: 7.5, votes: 100 };

/**
 * Why a title is picked, the strongest first. Each is checked against the signals again before it is said, since a weight
 * alone may come from something else: somebody 'likes' only what they gave good stars, twice or more.
 */
export function reasonsFor(taste: Taste, place: number): Reason[] {
  const { index } = taste;
  const row = index.rows[place];
  const title = index.titles[place];
  if (!row || !title) return [];
  const main = mainSignal(taste, row);
  const named = namedReasons(taste, row);
  const publicly = publicReasons(index, place);
  if (!main) return [...named, ...publicly];
  return main.share >= MAIN_SHARE ? [main.reason, ...named, ...publicly] : [...named, main.reason, ...publicly];
}

/** Whether there is any at all: what is true for everybody takes the least to find out. */
export function hasReason(taste: Taste, place: number): boolean {
  const row = taste.index.rows[place];
  if (!row) return false;
  return (
    publicReasons(taste.index, place).length > 0 ||
    namedReasons(taste, row).length > 0 ||
    mainSignal(taste, row) !== null
  );
}

/** The one signal that speaks most for a title, when it is one that may be named. */
function mainSignal(taste: Taste, row: Row): { reason: Reason; share: number } | null {
  const pulls = taste.pullsOn(row);
  let best: LearnedSignal | null = null;
  let most = 0;
  let total = 0;
  for (let at = 0; at < pulls.length; at++) {
    const pull = pulls[at] as number;
    if (pull > 0) total += pull;
    if (pull > most) {
      most = pull;
      best = taste.signals[at] ?? null;
    }
  }
  if (!best || !sharedFeatures(taste.index, best.row, row).some((feature) => mayBeReason(taste, feature))) return null;
  const text = wordsFor(best, taste);
  const { mediaType, id } = best.signal.title;
  return text
    ? { reason: { kind: best.signal.kind, text, because: { mediaType, tmdbId: id } }, share: most / total }
    : null;
}

function wordsFor({ signal }: LearnedSignal, { meanRating }: Taste): string | null {
  const { title } = signal.title;
  if (signal.kind === 'rewatch') return `Because you want to see ${title} again`;
  if (signal.kind === 'list') return `Because ${title} is in your lists`;
  const isHigh = signal.rating >= LEAST_STARS || (signal.rating >= 3 && signal.rating > (meanRating ?? 5));
  return isHigh ? `Because you gave ${title} ${signal.rating} stars` : null;
}

/** Not for what the person's own words name without praise: stars of a whole title do not outweigh them. */
export function mayBeReason({ opinions }: Taste, feature: number | undefined): boolean {
  return feature === undefined || (opinions.get(feature) ?? 1) === 1;
}

/** The features worth naming that both titles have. */
export function sharedFeatures(index: TitleIndex, a: Row, b: Row): number[] {
  const own = new Set(a.features);
  return [...b.features].filter((feature) => own.has(feature) && telling.has(index.features[feature]?.kind ?? ''));
}

/** 'Because you like Michael Mann', where that shows in what the person rated, picked or wrote. */
function namedReasons(taste: Taste, row: Row): Reason[] {
  const { index, weights } = taste;
  return [...row.features.subarray(0, row.own)]
    .map((feature, at) => ({ feature, strength: (weights[feature] ?? 0) * (row.values[at] ?? 0) }))
    .filter(({ strength }) => strength > 0)
    .sort((a, b) => b.strength - a.strength || a.feature - b.feature)
    .flatMap(({ feature }): Reason[] => {
      const known = index.features[feature];
      const text =
        known && known.kind in LEAST_TITLES ? likingOf(taste, feature, known.kind as Named, known.name) : null;
      return text && known ? [{ kind: known.kind as Named, text }] : [];
    });
}

function likingOf(taste: Taste, feature: number, kind: Named, name: string): string | null {
  if (kind === 'country' && (!name || (taste.index.means[feature] ?? 0) > USUAL)) return null;
  if (!mayBeReason(taste, feature)) return null;
  if (taste.opinions.get(feature) === 1) return `Because you wrote well of ${shownName(kind, name)}`;
  const tally = taste.tallies.get(feature) ?? { signals: 0, reviews: 0, stars: 0 };
  const mean = tally.stars / tally.reviews;
  const usual = taste.meanRating ?? 0;
  if (tally.reviews >= LEAST_TITLES[kind]) {
    if (mean >= 3.5 && mean >= usual) return `Because you like ${shownName(kind, name)}`;
    if (mean > usual + 0.25) return `Because you rate ${shownName(kind, name)} above your average`;
  }
  const isOften = tally.signals >= LEAST_TITLES[kind] && tally.reviews === 0;
  return isOften ? `Because you list ${shownName(kind, name)} often` : null;
}

export function shownName(kind: Named, name: string): string {
  if (kind === 'genre') return name.toLowerCase();
  if (kind === 'decade') return `the ${name}`;
  if (kind === 'country') return `titles from ${name}`;
  return kind === 'keyword' ? `“${name}”` : name;
}

/** What is true of a title whoever looks: it is among the most popular of its kind, or rated high by many. */
export function publicReasons(index: TitleIndex, place: number): Reason[] {
  const title = index.titles[place];
  if (!title) return [];
  const reasons: Reason[] = [];
  const isPopular =
    (index.popularityRanks[place] ?? Number.POSITIVE_INFINITY) <
    Math.max(POPULAR_LEAST, index.countOf[title.mediaType] * POPULAR_SHARE);
  if (isPopular) reasons.push({ kind: 'popular', text: 'Popular right now' });
  if (title.voteAverage >= ACCLAIMED.rating && title.voteCount >= ACCLAIMED.votes) {
    reasons.push({ kind: 'acclaimed', text: `Rated ${title.voteAverage.toFixed(1)} by the public` });
  }
  return reasons;
}

/**
 * Why a title suits another member, from what the reader may see: what that member added to their own lists, which any
 * signed-in user may open, and to this one. Their stars, reviews and Reviewed list are private and are never read here.
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
  if (genre && genre.count >= LEAST_TITLES.genre) {
    return { kind: 'genre', text: `${name} added ${genre.count} titles of ${shownName('genre', genre.one)}` };
  }
  const decade = decadeOf(title);
  const ofDecade = decade ? listed.filter((other) => decadeOf(other) === decade).length : 0;
  if (decade && ofDecade >= LEAST_TITLES.decade) {
    return { kind: 'decade', text: `${name} added ${ofDecade} titles of the ${decade}` };
  }
  return null;
}

function countsOf(titles: readonly RatedTitle[], keysOf: (title: RatedTitle) => string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const title of titles) for (const key of keysOf(title)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
