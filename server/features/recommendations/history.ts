import type { Types } from 'mongoose';
import { titleKey } from '../../../common/titleKey.ts';
import {
  findListedTitles,
  findUnreadLists,
  type ListedTitle,
  type SeenLists,
} from '../folders/items/listed.service.ts';
import { listStarsOf } from '../reviews/review.service.ts';
import type { SourceFacts } from '../titles/title.source.ts';
import { findDismissed } from './dismissal.service.ts';
import type { RatedTitle } from './model/features.ts';
import type { Signal } from './model/taste.ts';
import type { TitleIndex } from './model/titleIndex.ts';

/** The data that a person's taste is learned from, and the titles not to suggest. */
export interface History {
  reviews: Awaited<ReturnType<typeof listStarsOf>>;
  listed: ListedTitle[];
  /** Keys of titles that are in a list, reviewed or dismissed. */
  excluded: Set<string>;
  /** Lists that were not read completely, because the user has very many titles. */
  unread: readonly Types.ObjectId[];
}

/** Limits on how much of a history is read. */
export interface Reach {
  reviews: number;
  titles: number;
  /** Own lists, and the same number of shared ones. */
  lists: number;
}

/** For recommendations to one person. */
export const WHOLE_REACH: Reach = { reviews: 500, titles: 1000, lists: 1000 };
/** For group recommendations, which read the histories of several people. */
export const GROUP_REACH: Reach = { reviews: 200, titles: 600, lists: 100 };

/** Only the newest entries count, because lists are a weak signal. */
const MAX_LISTED = 300;

export async function readHistory(userId: string, lists: SeenLists, reach: Reach): Promise<History> {
  const [reviews, listed, dismissed] = await Promise.all([
    listStarsOf(userId, reach.reviews),
    findListedTitles(userId, lists, reach.titles),
    findDismissed(userId),
  ]);
  return {
    reviews,
    listed,
    excluded: new Set([...reviews.map(titleKey), ...listed.map(titleKey), ...dismissed]),
    unread: findUnreadLists(lists, reach.titles),
  };
}

/**
 * The signals of a history, one per title: a review if there is one, else a Rewatch mark, else an entry in a list. All
 * are actions of this person; what other members do in a shared list does not count.
 */
export function signalsOf({ reviews, listed }: History, factsOf: (key: string) => RatedTitle | null): Signal[] {
  const seen = new Set<string>();
  const signals: Signal[] = [];
  const add = (key: string, toSignal: (title: RatedTitle) => Signal) => {
    const title = seen.has(key) ? null : factsOf(key);
    if (!title) return;
    seen.add(key);
    signals.push(toSignal(title));
  };
  for (const { rating, ...review } of reviews) add(titleKey(review), (title) => ({ kind: 'review', title, rating }));
  const inLists = listed.filter(({ isReviewed }) => !isReviewed);
  const marked = inLists.filter(({ isMarkedByThem }) => isMarkedByThem);
  const added = inLists.filter(({ isAddedByThem }) => isAddedByThem);
  for (const one of marked) add(titleKey(one), (title) => ({ kind: 'rewatch', title }));
  for (const one of added.slice(0, MAX_LISTED)) add(titleKey(one), (title) => ({ kind: 'list', title }));
  return signals;
}

/** Finds the facts of a title: from the looked-up titles, else from the index, else from a list's item. */
export function createFactsLookup(
  index: TitleIndex,
  { listed }: Pick<History, 'listed'>,
  lookedUp: ReadonlyMap<string, SourceFacts> = new Map(),
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
    // Items do not store the number of votes, so the rating counts little.
    voteCount: 50,
    popularity: 0,
    language: '',
    countries: [],
    makers: [],
    cast: [],
    keywords: [],
  };
}
