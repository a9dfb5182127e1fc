import { useQuery } from '@tanstack/react-query';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { Review } from '../../../common/schemas/review.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { myReviewQuery, useReviews } from './review.store.ts';

interface MyReviewState {
  review: Review | null | undefined;
  /** False until it is known whether there is one. */
  isKnown: boolean;
  hasFailed: boolean;
  retry: () => void;
}

/** The viewer's review of a title, loaded on first use and live from then on. */
export function useMyReview(title: Pick<TitleFacts, 'mediaType' | 'tmdbId'>): MyReviewState {
  const { isError, refetch } = useQuery(myReviewQuery(title));
  const review = useReviews((state) => state.reviews[titleKey(title)]);
  const isKnown = review !== undefined;
  // A known review stays; the button to try again shows only without one.
  return { review, isKnown, hasFailed: isError && !isKnown, retry: () => void refetch() };
}
