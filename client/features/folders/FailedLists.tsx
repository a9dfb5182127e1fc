import { Button } from '@mantine/core';
import type { Family } from '../../../common/families.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import classes from './FailedLists.module.css';
import { useFolders } from './folder.store.ts';

interface FailedListsProps {
  family: Family;
  /** Lists are known all the same, as by the live connection: one line above them. */
  hasSome: boolean;
}

/** The lists could not be had: says so and tries again. */
export function FailedLists({ family, hasSome }: FailedListsProps) {
  const hasOwn = useFolders((state) => state.hasOwnLists);
  const what = hasOwn ? `shared ${family.nouns}` : family.nouns;
  const retry = () => {
    // Failing again shows this same state.
    useFolders
      .getState()
      .loadLists(family.key)
      .catch(() => undefined);
  };
  if (hasSome) {
    return (
      <p className={classes.line} role="status">
        Failed to fetch {what}: some may be missing here.{' '}
        <button type="button" onClick={retry}>
          Try again
        </button>
      </p>
    );
  }
  return (
    <EmptyState drawing="reel" title={`Failed to fetch ${what}`} action={<Button onClick={retry}>Try again</Button>}>
      Marquee could not be reached. Your lists are safe; check the connection and try again.
    </EmptyState>
  );
}
