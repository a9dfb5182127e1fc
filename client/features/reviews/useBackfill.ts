import { useState } from 'react';
import { toast } from '../../components/toast.ts';
import { ApiError } from '../../lib/http.ts';
import { countOf } from '../folders/wording.ts';
import { useReviews } from './review.store.ts';

/** Puts titles that were reviewed before back into Reviewed, and says how many those were. */
export function useBackfill() {
  const [isBusy, setBusy] = useState(false);

  const backfill = async () => {
    setBusy(true);
    try {
      const count = await useReviews.getState().backfill();
      toast(
        count > 0
          ? { title: 'Previous reviews added', description: `${countOf(count, 'title')} went into Reviewed.` }
          : { title: 'Nothing to add', description: 'Every title that you reviewed is in Reviewed.' },
      );
    } catch (error) {
      // Being signed out has a toast of its own.
      if (error instanceof ApiError && error.status === 401) return;
      toast({
        title: 'Backfill failed',
        description: 'Failed to add previous reviews to category.',
        variant: 'destructive',
      });
    } finally {
      setBusy(false);
    }
  };

  return { isBusy, backfill };
}
