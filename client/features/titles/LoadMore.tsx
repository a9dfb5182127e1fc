import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { MorePages } from '../../components/feedback/MorePages.tsx';
import classes from './LoadMore.module.css';

interface LoadMoreProps {
  shelf: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  noun: string;
}

/** Loads the next page of a shelf; hidden after the last page. */
export function LoadMore({ shelf, noun }: LoadMoreProps) {
  return (
    <MorePages query={shelf} label="Load More" size="md" failure={`Failed to fetch ${noun}`} className={classes.line} />
  );
}
