import { queryOptions } from '@tanstack/react-query';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { Review, ReviewBody } from '../../../common/schemas/review.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { createStore } from '../../lib/createStore.ts';
import { reviewApi } from '../../lib/http/api.ts';
import { ApiError, call } from '../../lib/http/http.ts';
import { queryClient, refresh } from '../../lib/query.ts';
import { useFolders } from '../folders/state/folder.store.ts';
import { newOpId } from '../folders/state/opId.ts';

type TitleRef = Pick<TitleFacts, 'mediaType' | 'tmdbId'>;

export interface ReviewInput {
  /** 1 to 5, or 0 while no star is chosen, which the server refuses. */
  rating: number;
  comment: string;
}

interface ReviewsState {
  /** The user's reviews by title. Null means that the user has not reviewed the title. */
  reviews: Record<string, Review | null>;
  /** Ids of deleted reviews: late events about them are ignored. */
  deleted: Record<string, true>;
  /** Creates or updates the review of a title. With the title's facts, the server needs no lookup. */
  saveReview: (title: TitleRef & Partial<TitleFacts>, input: ReviewInput) => Promise<Review>;
  deleteReview: (review: Review) => Promise<void>;
  /** Restores reviewed titles in Reviewed; returns how many were missing. */
  backfill: () => Promise<number>;
  applySaved: (review: Review) => void;
  applyDeleted: (review: Review) => void;
  applyNone: (title: TitleRef) => void;
}

export const useReviews = createStore<ReviewsState>((set, get) => {
  const put = (title: TitleRef, review: Review | null) =>
    set(({ reviews }) => ({ reviews: { ...reviews, [titleKey(title)]: review } }));

  return {
    reviews: {},
    deleted: {},

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
        if (error instanceof ApiError && (error.status === 404 || error.status === 409)) await reload(title);
        throw error;
      }
    },

    async deleteReview(review) {
      try {
        await reviewCalls.remove(review.id, newOpId());
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) await reload(review);
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

    applySaved(review) {
      const { reviews, deleted } = get();
      if (!deleted[review.id] && isUpToDate(review, reviews[titleKey(review)])) put(review, review);
    },

    applyDeleted(review) {
      const known = get().reviews[titleKey(review)];
      set(({ deleted }) => ({ deleted: { ...deleted, [review.id]: true } }));
      // A newer review of the title is not the deleted one.
      if (!known || known.id === review.id) put(review, null);
    },

    applyNone: (title) => put(title, null),
  };
});

/** The viewer's review of a title, loaded once. It goes to the store, which keeps it up to date. */
export const myReviewQuery = ({ mediaType, tmdbId }: TitleRef) =>
  queryOptions({
    queryKey: [reviewApi.mine.path, mediaType, tmdbId],
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn({ signal }) {
      const known = () => useReviews.getState().reviews[titleKey({ mediaType, tmdbId })];
      const before = known();
      const review = await call(reviewApi.mine, { params: { mediaType, tmdbId }, signal });
      if (review) useReviews.getState().applySaved(review);
      // The answer may be older than a review that has arrived in the meantime.
      else if (known() === before) useReviews.getState().applyNone({ mediaType, tmdbId });
      return review;
    },
  });

/** Loads the shown reviews again after this tab has missed events, and all others when they are shown next. */
export const refreshMyReviews = () => refresh(reviewApi.mine);

/** After a failure the known review stays. */
const reload = (title: TitleRef) =>
  queryClient.fetchQuery({ ...myReviewQuery(title), staleTime: 0 }).catch(() => undefined);

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

const reviewCalls = {
  create: (body: ReviewBody, opId: string): Promise<Review> => call(reviewApi.create, { body, opId }),
  update: (id: string, body: ReviewBody, opId: string): Promise<Review> =>
    call(reviewApi.update, { params: { id }, body, opId }),
  remove: (id: string, opId: string) => call(reviewApi.remove, { params: { id }, opId }),
  backfill: (after: string | undefined, opId: string) => call(reviewApi.backfill, { query: { after }, opId }),
} as const;
