import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { sourceFailure } from './sourceFailure.ts';

interface ShelfFailedProps {
  shelf: Pick<UseInfiniteQueryResult, 'refetch' | 'error'>;
  noun: string;
}

/** The error of a shelf that failed to load, with a button to try again. */
export function ShelfFailed({ shelf, noun }: ShelfFailedProps) {
  return (
    <EmptyState
      drawing="reel"
      title={`Failed to fetch ${noun}`}
      action={<Button onClick={() => void shelf.refetch()}>Try again</Button>}
    >
      {sourceFailure(shelf.error)}
    </EmptyState>
  );
}
