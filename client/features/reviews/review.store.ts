import { titleKey } from '../../../common/item.ts';
import type { Review } from '../../../common/review.ts';
import { createStore } from '../../lib/createStore.ts';

interface ReviewsState {
  /** One's own reviews by title; null where it is known that there is none. */
  reviews: Record<string, Review | null>;
  applySaved: (review: Review) => void;
  applyDeleted: (review: Review) => void;
}

export const useReviews = createStore<ReviewsState>((set) => ({
  reviews: {},

  applySaved(review) {
    set((state) => ({ reviews: { ...state.reviews, [titleKey(review)]: review } }));
  },

  applyDeleted(review) {
    set((state) => ({ reviews: { ...state.reviews, [titleKey(review)]: null } }));
  },
}));
