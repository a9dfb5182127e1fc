import { useState } from 'react';
import type { TitleFacts } from '../../../common/item.ts';
import type { Review } from '../../../common/review.ts';
import { toast } from '../../components/toast.ts';
import { useErrorToast } from '../../components/useErrorToast.ts';
import { ApiError } from '../../lib/http.ts';
import { type ReviewInput, useReviews } from './review.store.ts';

type ReviewedTitle = Pick<TitleFacts, 'mediaType' | 'tmdbId'> & Partial<TitleFacts>;

/** Saves and deletes the review of a title with the toasts that belong to it; each tells whether it succeeded. */
export function useReviewWriting(title: ReviewedTitle) {
  const [isBusy, setBusy] = useState(false);
  const [ratingProblem, setRatingProblem] = useState<string | null>(null);
  const errorToast = useErrorToast();

  const clearProblem = () => {
    setRatingProblem(null);
    errorToast.clear();
  };

  const write = async (send: () => Promise<unknown>, done: string, fallback: string): Promise<boolean> => {
    setBusy(true);
    clearProblem();
    try {
      await send();
      toast({ title: done, description: title.title });
      return true;
    } catch (error) {
      errorToast.showError(error, fallback);
      setRatingProblem(ratingProblemOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };

  return {
    isBusy,
    /** What the server found wrong with the stars that were sent last, to show beside them. */
    ratingProblem,
    /** For when the stars change. */
    clearProblem,
    save: (input: ReviewInput, isNew: boolean) =>
      write(
        () => useReviews.getState().saveReview(title, input),
        isNew ? 'Review saved' : 'Review updated',
        isNew ? 'Failed to save review' : 'Failed to update review',
      ),
    remove: (review: Review) =>
      write(() => useReviews.getState().deleteReview(review), 'Review deleted', 'Failed to delete review'),
  };
}

function ratingProblemOf(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  return error.issues.find(({ path }) => path === 'rating')?.message ?? null;
}
