import { Button } from '@mantine/core';
import { EmptyState } from './EmptyState.tsx';

interface LoadFailedProps {
  title: string;
  /** h1 where it is the whole screen. */
  heading?: 'h1' | 'h2';
  onRetry: () => void;
}

/** Something could not be read: says what, and tries again. */
export function LoadFailed({ title, heading, onRetry }: LoadFailedProps) {
  return (
    <EmptyState drawing="reel" heading={heading} title={title} action={<Button onClick={onRetry}>Try again</Button>}>
      Couldn’t reach Marquee. Check your connection and try again.
    </EmptyState>
  );
}
