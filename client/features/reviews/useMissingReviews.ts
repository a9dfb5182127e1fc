import { useEffect, useState } from 'react';
import { reviewCalls } from './review.api.ts';

/**
 * Whether reviewed titles are missing from Reviewed; false until it is known. They are counted again when the number of titles
 * in Reviewed changes.
 */
export function useMissingReviews(itemCount: number): boolean {
  const [hasMissing, setMissing] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: count again when the number of titles changes
  useEffect(() => {
    let isCurrent = true;
    reviewCalls.missing().then(
      ({ missingCount }) => isCurrent && setMissing(missingCount > 0),
      // Trying to add them does no harm.
      () => isCurrent && setMissing(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [itemCount]);

  return hasMissing;
}
