import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useErrorToast } from '../toast/useErrorToast.ts';

interface MorePagesProps {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  label?: string;
  size?: 'sm' | 'md';
  /** The error toast if the server gives no reason. */
  failure?: string;
  className?: string | undefined;
}

/** The button below the loaded pages of a query, while there are more. */
export function MorePages(props: MorePagesProps) {
  const { query, label = 'Show more', size, failure = 'Couldn’t load more. Try again in a moment.', className } = props;
  const errorToast = useErrorToast();
  if (!query.hasNextPage) return null;
  const showMore = async () => {
    errorToast.clear();
    const { isFetchNextPageError, error } = await query.fetchNextPage();
    if (isFetchNextPageError) errorToast.showError(error, failure);
  };
  return (
    <div className={className}>
      <Button variant="default" size={size} loading={query.isFetchingNextPage} onClick={showMore}>
        {label}
      </Button>
    </div>
  );
}
