import { Button } from '@mantine/core';
import type { Family } from '../../../common/families.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { useFolders } from './folder.store.ts';

/** The lists could not be had: says so and tries again. */
export function FailedLists({ family }: { family: Family }) {
  const retry = () => {
    // Failing again shows this same state.
    useFolders
      .getState()
      .loadLists(family.key)
      .catch(() => undefined);
  };
  return (
    <EmptyState
      drawing="reel"
      title={`Failed to fetch ${family.nouns}`}
      action={<Button onClick={retry}>Try again</Button>}
    >
      Marquee could not be reached. Your lists are safe; check the connection and try again.
    </EmptyState>
  );
}
