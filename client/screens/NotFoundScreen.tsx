import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { EmptyState } from '../components/feedback/EmptyState.tsx';
import { usePageTitle } from '../lib/page/pageTitle.ts';

/** The screen for unknown paths. */
export function NotFoundScreen() {
  usePageTitle('Not found');
  return (
    <EmptyState
      drawing="reel"
      heading="h1"
      title="404 Page Not Found"
      action={
        <Button component={Link} to="/" variant="default">
          Back to Marquee
        </Button>
      }
    >
      Did you forget to add the page to the router?
    </EmptyState>
  );
}
