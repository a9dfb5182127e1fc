import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { Review } from '../../../common/schemas/review.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { createStore } from '../../lib/createStore.ts';
import { ApiError } from '../../lib/http/http.ts';
import { useFolders } from '../folders/state/folder.store.ts';
import { newOperationId } from '../folders/state/operationId.ts';
import { reviewCalls } from './review.api.ts';

type TitleRef = Pick<TitleFacts, 'mediaType' | 'tmdbId'>;

export interface ReviewInput {
  /** 1 to 5; 0 if none was chosen, which the server refuses. */
  rating: number;
  comment: string;
}

interface ReviewsState {
  /** The user's reviews by title; null if there is none. */
  reviews: Record<string, Review | null>;
  /** Titles whose review failed to load. */
  failed: Record<string, true>;
  /** Ids of deleted reviews: late events about them are ignored. */
  deleted: Record<string, true>;
  /** Increased when events were missed: visible reviews load again. */
  edition: number;
  loadReview: (title: TitleRef) => Promise<void>;
  /** Creates or updates the review of a title. With the title's facts, the server needs no lookup. */
  saveReview: (title: TitleRef & Partial<TitleFacts>, input: ReviewInput) => Promise<Review>;
  deleteReview: (review: Review) => Promise<void>;
  /** Restores reviewed titles in Reviewed; returns how many were missing. */
  backfill: () => Promise<number>;
  applyMissed: () => void;
  applySaved: (review: Review) => void;
  applyDeleted: (review: Review) => void;
}

export const useReviews = createStore<ReviewsState>((set, get) => {
  const inFlight = new Map<string, Promise<void>>();
  const readIn = new Map<string, number>();
  /** The number of events per title: an answer to an earlier request is older than the event. */
  const eventCounts = new Map<string, number>();
  const countEvent = (key: string) => eventCounts.set(key, (eventCounts.get(key) ?? 0) + 1);

  const put = (key: string, review: Review | null) =>
    set((state) => ({ reviews: { ...state.reviews, [key]: review }, failed: without(state.failed, key) }));

  const read = async (title: TitleRef): Promise<void> => {
    const key = titleKey(title);
    const { edition } = get();
    const before = eventCounts.get(key);
    try {
      const review = await reviewCalls.mine(title.mediaType, title.tmdbId);
      readIn.set(key, edition);
      if (review) get().applySaved(review);
      else if (eventCounts.get(key) === before) put(key, null);
    } catch {
      // A known review stays; the button to try again shows only without one.
      if (get().reviews[key] === undefined) set((state) => ({ failed: { ...state.failed, [key]: true } }));
    }
  };

  return {
    reviews: {},
    failed: {},
    deleted: {},
    edition: 0,

    loadReview(title) {
      const key = titleKey(title);
      if (get().reviews[key] !== undefined && readIn.get(key) === get().edition) return Promise.resolve();
      const running = inFlight.get(key);
      if (running) return running;
      const load = read(title).finally(() => inFlight.delete(key));
      inFlight.set(key, load);
      return load;
    },

    async saveReview(title, { rating, comment }) {
      const known = get().reviews[titleKey(title)];
      const body = { ...title, rating, comment: comment.trim() || undefined };
      try {
        const review = known
          ? await reviewCalls.update(known.id, body, newOperationId())
          : await reviewCalls.create(body, newOperationId());
        get().applySaved(review);
        refreshLists();
        return review;
      } catch (error) {
        // Written or deleted in another tab: load the current review before the next try.
        if (error instanceof ApiError && (error.status === 404 || error.status === 409)) await read(title);
        throw error;
      }
    },

    async deleteReview(review) {
      try {
        await reviewCalls.remove(review.id, newOperationId());
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) await read(review);
        throw error;
      }
      get().applyDeleted(review);
      refreshLists();
    },

    async backfill() {
      let count = 0;
      let after: string | undefined;
      do {
        const { backfilledCount, next } = await reviewCalls.backfill(after, newOperationId());
        count += backfilledCount;
        after = next;
      } while (after);
      refreshLists();
      return count;
    },

    applyMissed() {
      set((state) => ({ edition: state.edition + 1 }));
    },

    applySaved(review) {
      const key = titleKey(review);
      countEvent(key);
      const { reviews, deleted } = get();
      if (!deleted[review.id] && isNews(review, reviews[key])) put(key, review);
    },

    applyDeleted(review) {
      const key = titleKey(review);
      countEvent(key);
      const known = get().reviews[key];
      set((state) => ({ deleted: { ...state.deleted, [review.id]: true } }));
      // A newer review of the title is not the deleted one.
      if (!known || known.id === review.id) put(key, null);
    },
  };
});

/** True if the review is at least as new as the known one. */
function isNews(review: Review, known: Review | null | undefined): boolean {
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

function without(record: Record<string, true>, key: string): Record<string, true> {
  if (!(key in record)) return record;
  const { [key]: _gone, ...rest } = record;
  return rest;
}
