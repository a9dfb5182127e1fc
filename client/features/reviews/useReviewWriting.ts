import { useState } from 'react';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { Review } from '../../../common/schemas/review.ts';
import { withNames } from '../../components/feedback/withNames.ts';
import { toast } from '../../components/toast/toast.ts';
import { useErrorToast } from '../../components/toast/useErrorToast.ts';
import { ApiError } from '../../lib/http/http.ts';
import { type ReviewInput, useReviews } from './review.store.ts';

type ReviewedTitle = Pick<TitleFacts, 'mediaType' | 'tmdbId'> & Partial<TitleFacts>;

/** Saves and deletes a title's review, with toasts. Both return whether they succeeded. */
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
      toast({ title: done, description: title.title && withNames`${title.title}` });
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
    /** The server's error about the last rating, shown next to the stars. */
    ratingProblem,
    /** Called when the stars change. */
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
