import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { LoadFailed } from '../../components/feedback/LoadFailed.tsx';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';

/** Loads the data of a tab when it opens. `placeholder` is shown until the data has arrived. */
export function useLoaded(load: () => Promise<void>, isLoaded: boolean): { placeholder: ReactNode } {
  const [hasFailed, setFailed] = useState(false);
  const start = useCallback(() => {
    setFailed(false);
    load().catch(() => setFailed(true));
  }, [load]);
  useEffect(start, [start]);

  if (isLoaded) return { placeholder: null };
  if (hasFailed) return { placeholder: <LoadFailed title="This did not load" onRetry={start} /> };
  return {
    placeholder: (
      <div role="status" aria-label="Loading">
        <Skeleton height={180} radius={14} />
      </div>
    ),
  };
}
