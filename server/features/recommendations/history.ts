import { titleKey } from '../../../common/item.ts';
import { findListedTitles, type ListedTitle } from '../folders/listed.service.ts';
import { listReviewsOf } from '../reviews/review.service.ts';
import type { TitleFacts } from '../titles/title.source.ts';
import { findDismissed } from './dismissal.service.ts';
import type { RatedTitle } from './features.ts';
import type { Signal } from './taste.ts';
import type { TitleIndex } from './titleIndex.ts';

/** All that is known of somebody's taste, and what not to suggest to them. */
export interface History {
  reviews: Awaited<ReturnType<typeof listReviewsOf>>;
  listed: ListedTitle[];
  /** Keys of titles in a list, reviewed or not wanted. */
  excluded: Set<string>;
}

const MOST_REVIEWS = 1000;
/** Lists say little: the newest entries are enough. */
const MOST_LISTED = 300;

export async function readHistory(userId: string): Promise<History> {
  const [reviews, listed, dismissed] = await Promise.all([
    listReviewsOf(userId, MOST_REVIEWS),
    findListedTitles(userId),
    findDismissed(userId),
  ]);
  return { reviews, listed, excluded: new Set([...reviews.map(titleKey), ...listed.map(titleKey), ...dismissed]) };
}

/**
 * The signals of a history, one for each title: a review says more than a Rewatch mark, and that more than being added to
 * a list. Each is something that this person did: what other members do in a shared list says nothing about them.
 */
export function signalsOf({ reviews, listed }: History, factsOf: (key: string) => RatedTitle | null): Signal[] {
  const told = new Set<string>();
  const signals: Signal[] = [];
  const add = (key: string, toSignal: (title: RatedTitle) => Signal) => {
    const title = told.has(key) ? null : factsOf(key);
    if (!title) return;
    told.add(key);
    signals.push(toSignal(title));
  };
  for (const { rating, comment, ...review } of reviews) {
    add(titleKey(review), (title) => ({ kind: 'review', title, rating, comment }));
  }
  const inLists = listed.filter(({ isReviewed }) => !isReviewed);
  const marked = inLists.filter(({ isMarkedByThem }) => isMarkedByThem);
  const added = inLists.filter(({ isAddedByThem }) => isAddedByThem);
  for (const one of marked) add(titleKey(one), (title) => ({ kind: 'rewatch', title }));
  for (const one of added.slice(0, MOST_LISTED)) add(titleKey(one), (title) => ({ kind: 'list', title }));
  return signals;
}

/** Where facts come from, the best first: what was looked up, the indexed titles, what a list's item keeps. */
export function factsFrom(
  index: TitleIndex,
  { listed }: Pick<History, 'listed'>,
  lookedUp: ReadonlyMap<string, TitleFacts> = new Map(),
): (key: string) => RatedTitle | null {
  const kept = new Map(listed.map((one) => [titleKey(one), one]));
  return (key) => {
    const place = index.placeOf.get(key);
    const known = lookedUp.get(key) ?? (place === undefined ? undefined : index.titles[place]);
    if (known) return known;
    const item = kept.get(key);
    return item ? fromItem(item) : null;
  };
}

function fromItem(item: ListedTitle): RatedTitle {
  return {
    mediaType: item.mediaType,
    id: item.tmdbId,
    title: item.title,
    releaseDate: item.releaseDate ?? '',
    genreIds: item.genres,
    voteAverage: (item.voteAverage ?? 65) / 10,
    // How many voted is not kept: the rating counts little then.
    voteCount: 50,
    popularity: 0,
    language: '',
    countries: [],
    makers: [],
    cast: [],
    keywords: [],
  };
}
