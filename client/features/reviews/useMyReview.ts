import { useEffect } from 'react';
import { type TitleFacts, titleKey } from '../../../common/item.ts';
import type { Review } from '../../../common/review.ts';
import { useReviews } from './review.store.ts';

export interface MyReview {
  review: Review | null | undefined;
  /** False while it is unknown whether there is one. */
  isKnown: boolean;
  hasFailed: boolean;
  retry: () => void;
}

/** The viewer's own review of a title, read when it is first asked for and live from then on. */
export function useMyReview({ mediaType, tmdbId }: Pick<TitleFacts, 'mediaType' | 'tmdbId'>): MyReview {
  const key = titleKey({ mediaType, tmdbId });
  const review = useReviews((state) => state.reviews[key]);
  const hasFailed = useReviews((state) => key in state.failed);
  const edition = useReviews((state) => state.edition);
  const loadReview = useReviews((state) => state.loadReview);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new edition is the reason to read again
  useEffect(() => {
    loadReview({ mediaType, tmdbId });
  }, [loadReview, mediaType, tmdbId, edition]);

  return { review, isKnown: review !== undefined, hasFailed, retry: () => loadReview({ mediaType, tmdbId }) };
}
