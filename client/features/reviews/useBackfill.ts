import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../components/toast/toast.ts';
import { reviewApi } from '../../lib/http/api.ts';
import { ApiError, call } from '../../lib/http/http.ts';
import { countOf } from '../folders/state/wording.ts';
import { useReviews } from './review.store.ts';

/** Restores reviewed titles in Reviewed and shows how many were missing. */
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
      // Being signed out already shows a toast.
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

/**
 * Whether reviewed titles are missing from Reviewed; false until it is known. They are counted again when the number of titles
 * in Reviewed changes.
 */
export function useMissingReviews(itemCount: number): boolean {
  const { data, isError } = useQuery({
    queryKey: [reviewApi.missing.path, itemCount],
    queryFn: ({ signal }) => call(reviewApi.missing, { signal }),
    placeholderData: keepPreviousData,
  });
  // If counting failed: trying to add them does no harm.
  return isError || (data?.missingCount ?? 0) > 0;
}
