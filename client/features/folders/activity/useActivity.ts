import { useMemo } from 'react';
import type { FamilyKey } from '../../../../common/families.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import { useFolders } from '../state/folder.store.ts';
import { useLoadedPart } from '../state/useFolder.ts';
import type { ActivityView } from './activityWords.ts';

/** How the activity of a list reads for the viewer, whether it has loaded, and a function that tries that again. */
export function useActivity({ folder: { id, isReviewed }, viewerId }: Replica, family: FamilyKey) {
  const loading = useFolders((state) => state.entries[id]?.activityStatus);
  const view = useMemo<ActivityView>(() => ({ viewerId, isReviewed }), [viewerId, isReviewed]);
  useLoadedPart('loadActivity', id, family);

  /** A failure shows in the status. */
  const retry = () => {
    useFolders
      .getState()
      .loadActivity(id, family)
      .catch(() => undefined);
  };
  return { view, loading, hasFailed: loading?.status === 'failed', retry };
}
