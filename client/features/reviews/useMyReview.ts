import { useEffect } from 'react';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { Review } from '../../../common/schemas/review.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { useReviews } from './review.store.ts';

export interface MyReviewState {
  review: Review | null | undefined;
  /** False until it is known whether there is one. */
  isKnown: boolean;
  hasFailed: boolean;
  retry: () => void;
}

/** The viewer's review of a title, loaded on first use and live from then on. */
export function useMyReview({ mediaType, tmdbId }: Pick<TitleFacts, 'mediaType' | 'tmdbId'>): MyReviewState {
  const key = titleKey({ mediaType, tmdbId });
  const review = useReviews((state) => state.reviews[key]);
  const hasFailed = useReviews((state) => key in state.failed);
  const edition = useReviews((state) => state.edition);
  const loadReview = useReviews((state) => state.loadReview);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reload when the edition changes
  useEffect(() => {
    loadReview({ mediaType, tmdbId });
  }, [loadReview, mediaType, tmdbId, edition]);

  return { review, isKnown: review !== undefined, hasFailed, retry: () => loadReview({ mediaType, tmdbId }) };
}
