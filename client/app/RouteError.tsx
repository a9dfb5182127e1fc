import { Button } from '@mantine/core';
import { EmptyState } from '../components/EmptyState.tsx';

/** A screen that could not be shown: its chunk did not load, or it broke. */
export function RouteError() {
  return (
    <EmptyState
      drawing="reel"
      heading="h1"
      title="This screen did not load"
      action={<Button onClick={() => window.location.reload()}>Try again</Button>}
    >
      Either the connection dropped or Marquee was just updated. Loading the page again usually mends it.
    </EmptyState>
  );
}
