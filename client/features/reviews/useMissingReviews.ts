import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { reviewApi } from '../../lib/http/api.ts';
import { call } from '../../lib/http/http.ts';

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
