import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useErrorToast } from '../../components/toast/useErrorToast.ts';
import classes from './LoadMore.module.css';

interface LoadMoreProps {
  shelf: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  noun: string;
}

/** Loads the next page of a shelf; hidden after the last page. */
export function LoadMore({ shelf, noun }: LoadMoreProps) {
  const errorToast = useErrorToast();
  if (!shelf.hasNextPage) return null;

  const handleClick = async () => {
    errorToast.clear();
    const { isFetchNextPageError, error } = await shelf.fetchNextPage();
    if (isFetchNextPageError) errorToast.showError(error, `Failed to fetch ${noun}`);
  };
  return (
    <div className={classes.line}>
      <Button variant="default" size="md" loading={shelf.isFetchingNextPage} onClick={handleClick}>
        Load More
      </Button>
    </div>
  );
}
