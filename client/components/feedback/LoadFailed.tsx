import { Button } from '@mantine/core';
import { EmptyState } from './EmptyState.tsx';
import { readFailure } from './readFailure.ts';

interface LoadFailedProps {
  title: string;
  /** h1 where it is the whole screen. */
  heading?: 'h1' | 'h2';
  error: unknown;
  onRetry: () => void;
}

/** Something could not be read: says what and why, and tries again. */
export function LoadFailed({ title, heading, error, onRetry }: LoadFailedProps) {
  return (
    <EmptyState drawing="reel" heading={heading} title={title} action={<Button onClick={onRetry}>Try again</Button>}>
      {readFailure(error)}
    </EmptyState>
  );
}
