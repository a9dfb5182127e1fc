import { type TitleFacts, titleKey } from '../../../common/item.ts';
import type { Review } from '../../../common/review.ts';
import { createStore } from '../../lib/createStore.ts';
import { ApiError } from '../../lib/http.ts';
import { useFolders } from '../folders/folder.store.ts';
import { newOperationId } from '../folders/operationId.ts';
import { reviewCalls } from './review.api.ts';

type TitleRef = Pick<TitleFacts, 'mediaType' | 'tmdbId'>;

export interface ReviewInput {
  /** 1 to 5; 0 where nothing was chosen, which the server refuses. */
  rating: number;
  comment: string;
}

interface ReviewsState {
  /** One's own reviews by title; null where it is known that there is none. */
  reviews: Record<string, Review | null>;
  /** Titles whose review could not be read. */
  failed: Record<string, true>;
  /** Reviews by id that are deleted: news of them that comes late changes nothing. */
  deleted: Record<string, true>;
  /** Raised when news was missed: what was read before is read again where it is shown. */
  edition: number;
  loadReview: (title: TitleRef) => Promise<void>;
  /** Creates the review of a title or changes the one there is. Facts that are known spare the server a look-up. */
  saveReview: (title: TitleRef & Partial<TitleFacts>, input: ReviewInput) => Promise<Review>;
  deleteReview: (review: Review) => Promise<void>;
  /** Puts what was reviewed before back into Reviewed; gives how many titles that were. */
  backfill: () => Promise<number>;
  applyMissed: () => void;
  applySaved: (review: Review) => void;
  applyDeleted: (review: Review) => void;
}

export const useReviews = createStore<ReviewsState>((set, get) => {
  const inFlight = new Map<string, Promise<void>>();
  const readIn = new Map<string, number>();
  /** How often a title's review was told of: an answer that was asked for before then is older than the news. */
  const told = new Map<string, number>();
  const note = (key: string) => told.set(key, (told.get(key) ?? 0) + 1);

  const put = (key: string, review: Review | null) =>
    set((state) => ({ reviews: { ...state.reviews, [key]: review }, failed: without(state.failed, key) }));

  const read = async (title: TitleRef): Promise<void> => {
    const key = titleKey(title);
    const { edition } = get();
    const before = told.get(key);
    try {
      const review = await reviewCalls.mine(title.mediaType, title.tmdbId);
      readIn.set(key, edition);
      if (review) get().applySaved(review);
      else if (told.get(key) === before) put(key, null);
    } catch {
      // A review that is known stays: the button to try again is for those who know nothing.
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
        // Written or deleted elsewhere meanwhile: what is there shows before the next try.
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
      const { backfilledCount } = await reviewCalls.backfill(newOperationId());
      refreshLists();
      return backfilledCount;
    },

    applyMissed() {
      set((state) => ({ edition: state.edition + 1 }));
    },

    applySaved(review) {
      const key = titleKey(review);
      note(key);
      const { reviews, deleted } = get();
      if (!deleted[review.id] && isNews(review, reviews[key])) put(key, review);
    },

    applyDeleted(review) {
      const key = titleKey(review);
      note(key);
      const known = get().reviews[key];
      set((state) => ({ deleted: { ...state.deleted, [review.id]: true } }));
      // Another one that was written since is not the one that this is about.
      if (!known || known.id === review.id) put(key, null);
    },
  };
});

/** Whether a review is at least as new as the one that is known. */
function isNews(review: Review, known: Review | null | undefined): boolean {
  if (!known) return true;
  return known.id === review.id ? review.updatedAt >= known.updatedAt : review.createdAt >= known.createdAt;
}

/** A review moves Reviewed. Where this fails the change itself still comes. */
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
