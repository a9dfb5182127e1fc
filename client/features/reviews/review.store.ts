import type { StoreApi } from 'zustand';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { Review } from '../../../common/schemas/review.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { createStore } from '../../lib/createStore.ts';
import { ApiError } from '../../lib/http/http.ts';
import { createSharedLoads } from '../../lib/sharedLoads.ts';
import { without } from '../folders/state/folder.state.ts';
import { useFolders } from '../folders/state/folder.store.ts';
import { newOpId } from '../folders/state/opId.ts';
import { reviewCalls } from './review.api.ts';

type TitleRef = Pick<TitleFacts, 'mediaType' | 'tmdbId'>;

export interface ReviewInput {
  /** 1 to 5, or 0 while no star is chosen, which the server refuses. */
  rating: number;
  comment: string;
}

interface ReviewLoading {
  loadReview: (title: TitleRef) => Promise<void>;
}

interface ReviewWriting {
  /** Creates or updates the review of a title. With the title's facts, the server needs no lookup. */
  saveReview: (title: TitleRef & Partial<TitleFacts>, input: ReviewInput) => Promise<Review>;
  deleteReview: (review: Review) => Promise<void>;
  /** Restores reviewed titles in Reviewed; returns how many were missing. */
  backfill: () => Promise<number>;
}

interface ReviewApplying {
  applyMissed: () => void;
  applySaved: (review: Review) => void;
  applyDeleted: (review: Review) => void;
}

interface ReviewsState extends ReviewLoading, ReviewWriting, ReviewApplying {
  /** The user's reviews by title. Null means that the user has not reviewed the title. */
  reviews: Record<string, Review | null>;
  /** Titles whose review failed to load. */
  failed: Record<string, true>;
  /** Ids of deleted reviews: late events about them are ignored. */
  deleted: Record<string, true>;
  /** Increased when events were missed: visible reviews load again. */
  edition: number;
}

/** What the store's parts share. */
interface ReviewContext {
  set: StoreApi<ReviewsState>['setState'];
  get: () => ReviewsState;
  /** The edition in which each title's review was loaded. */
  loadedIn: Map<string, number>;
  /** The number of events per title: an answer to an earlier request is older than the event. */
  eventCounts: Map<string, number>;
}

export const useReviews = createStore<ReviewsState>((set, get) => {
  const context = { set, get, loadedIn: new Map<string, number>(), eventCounts: new Map<string, number>() };
  return {
    reviews: {},
    failed: {},
    deleted: {},
    edition: 0,
    ...createLoading(context),
    ...createWriting(context),
    ...createApplying(context),
  };
});

function createLoading(context: ReviewContext): ReviewLoading {
  const { get, loadedIn } = context;
  const shareLoad = createSharedLoads();

  return {
    loadReview(title) {
      const key = titleKey(title);
      if (get().reviews[key] !== undefined && loadedIn.get(key) === get().edition) return Promise.resolve();
      return shareLoad(key, () => readReview(context, title));
    },
  };
}

function createWriting(context: ReviewContext): ReviewWriting {
  const { get } = context;

  return {
    async saveReview(title, { rating, comment }) {
      const known = get().reviews[titleKey(title)];
      const body = { ...title, rating, comment: comment.trim() || undefined };
      try {
        const review = known
          ? await reviewCalls.update(known.id, body, newOpId())
          : await reviewCalls.create(body, newOpId());
        get().applySaved(review);
        refreshLists();
        return review;
      } catch (error) {
        // Written or deleted in another tab: load the current review before the next try.
        if (error instanceof ApiError && (error.status === 404 || error.status === 409)) {
          await readReview(context, title);
        }
        throw error;
      }
    },

    async deleteReview(review) {
      try {
        await reviewCalls.remove(review.id, newOpId());
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) await readReview(context, review);
        throw error;
      }
      get().applyDeleted(review);
      refreshLists();
    },

    async backfill() {
      let count = 0;
      let after: string | undefined;
      do {
        const { backfilledCount, next } = await reviewCalls.backfill(after, newOpId());
        count += backfilledCount;
        after = next;
      } while (after);
      refreshLists();
      return count;
    },
  };
}

function createApplying(context: ReviewContext): ReviewApplying {
  const { set, get, eventCounts } = context;
  const countEvent = (key: string) => eventCounts.set(key, (eventCounts.get(key) ?? 0) + 1);

  return {
    applyMissed() {
      set((state) => ({ edition: state.edition + 1 }));
    },

    applySaved(review) {
      const key = titleKey(review);
      countEvent(key);
      const { reviews, deleted } = get();
      if (!deleted[review.id] && isUpToDate(review, reviews[key])) putReview(context, key, review);
    },

    applyDeleted(review) {
      const key = titleKey(review);
      countEvent(key);
      const known = get().reviews[key];
      set((state) => ({ deleted: { ...state.deleted, [review.id]: true } }));
      // A newer review of the title is not the deleted one.
      if (!known || known.id === review.id) putReview(context, key, null);
    },
  };
}

/** Loads the review of a title from the server, whether or not it is known. */
async function readReview(context: ReviewContext, title: TitleRef): Promise<void> {
  const { set, get, loadedIn, eventCounts } = context;
  const key = titleKey(title);
  const { edition } = get();
  const before = eventCounts.get(key);
  try {
    const review = await reviewCalls.mine(title.mediaType, title.tmdbId);
    loadedIn.set(key, edition);
    if (review) get().applySaved(review);
    else if (eventCounts.get(key) === before) putReview(context, key, null);
  } catch {
    // A known review stays; the button to try again shows only without one.
    if (get().reviews[key] === undefined) set((state) => ({ failed: { ...state.failed, [key]: true } }));
  }
}

function putReview({ set }: ReviewContext, key: string, review: Review | null): void {
  set((state) => ({ reviews: { ...state.reviews, [key]: review }, failed: without(state.failed, key) }));
}

/** True if the review is at least as new as the known one. */
function isUpToDate(review: Review, known: Review | null | undefined): boolean {
  if (!known) return true;
  return known.id === review.id ? review.updatedAt >= known.updatedAt : review.createdAt >= known.createdAt;
}

/** A review changes Reviewed. If this fails, the change arrives as an event. */
function refreshLists(): void {
  useFolders
    .getState()
    .loadLists('folder', true)
    .catch(() => undefined);
}
