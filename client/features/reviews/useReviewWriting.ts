import { useState } from 'react';
import type { TitleFacts } from '../../../common/item.ts';
import type { Review } from '../../../common/review.ts';
import { toast, toastError } from '../../components/toast.ts';
import { ApiError } from '../../lib/http.ts';
import { type ReviewInput, useReviews } from './review.store.ts';

type ReviewedTitle = Pick<TitleFacts, 'mediaType' | 'tmdbId'> & Partial<TitleFacts>;

/** Saves and deletes the review of a title with the toasts that belong to it; each tells whether it succeeded. */
export function useReviewWriting(title: ReviewedTitle) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const write = async (send: () => Promise<unknown>, done: string, fallback: string): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      await send();
      toast({ title: done, description: title.title });
      return true;
    } catch (error) {
      toastError(error, fallback);
      setProblem((error instanceof ApiError && error.issues[0]?.message) || null);
      return false;
    } finally {
      setBusy(false);
    }
  };

  return {
    isBusy,
    /** What the server found wrong with what was sent last, to show beside the fields. */
    problem,
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
