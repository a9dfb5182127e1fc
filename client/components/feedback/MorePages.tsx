import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { toastError } from '../toast/toast.ts';

interface MorePagesProps {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  label?: string;
  className?: string | undefined;
}

/** The button below the loaded pages of a query, while there are more. */
export function MorePages({ query, label = 'Show more', className }: MorePagesProps) {
  if (!query.hasNextPage) return null;
  const showMore = async () => {
    const { isFetchNextPageError, error } = await query.fetchNextPage();
    if (isFetchNextPageError) toastError(error, 'Couldn’t load more. Try again in a moment.');
  };
  return (
    <div className={className}>
      <Button variant="default" loading={query.isFetchingNextPage} onClick={showMore}>
        {label}
      </Button>
    </div>
  );
}
