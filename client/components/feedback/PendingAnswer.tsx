import type { UseQueryResult } from '@tanstack/react-query';
import { LoadFailed } from './LoadFailed.tsx';
import { Skeleton } from './Skeletons.tsx';

/** Stands where the answer of a query will be: a skeleton while it loads, and after a failure a button to try again. */
export function PendingAnswer({ query }: { query: Pick<UseQueryResult, 'error' | 'isError' | 'refetch'> }) {
  if (query.isError)
    return <LoadFailed title="Couldn’t load this" error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div role="status" aria-label="Loading">
      <Skeleton height={180} radius={14} />
    </div>
  );
}
