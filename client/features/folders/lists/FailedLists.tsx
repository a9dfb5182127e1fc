import { Button } from '@mantine/core';
import type { Family } from '../../../../common/families.ts';
import { EmptyState } from '../../../components/feedback/EmptyState.tsx';
import { readFailure } from '../../../components/feedback/readFailure.ts';
import { useFolders } from '../state/folder.store.ts';
import classes from './FailedLists.module.css';

interface FailedListsProps {
  family: Family;
  /** Some lists are known anyway, for example from live events: show one line above them. */
  hasSome: boolean;
}

/** Says that the lists failed to load, with a button to try again. */
export function FailedLists({ family, hasSome }: FailedListsProps) {
  const hasOwn = useFolders((state) => state.hasOwnLists);
  const error = useFolders((state) => state.listsError);
  const what = hasOwn ? `shared ${family.nouns}` : family.nouns;
  const retry = () => {
    // Another failure shows the same state.
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
      Your lists are safe. {readFailure(error)}
    </EmptyState>
  );
}
