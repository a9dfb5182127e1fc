import { useEffect } from 'react';
import { toast } from '../../../components/feedback/toast.ts';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { displayName } from '../../../lib/person.ts';
import { useBlocks } from './blocks.store.ts';
import { useVisibility } from './visibility.store.ts';

/** The people whom the viewer blocks, up to date in every tab; null until loaded. */
export function useBlockedPeople() {
  const blocks = useBlocks((state) => state.blocks);
  const version = useVisibility((state) => state.version);

  useEffect(() => {
    // What needs the blocks shows nothing without them.
    useBlocks
      .getState()
      .loadBlocks(version)
      .catch(() => undefined);
  }, [version]);

  return blocks;
}

interface Named {
  id: string;
  firstName?: string | null;
  lastName?: string | null;
  username?: string | null;
}

/** Ends a block, with a toast; one call at a time. */
export function useUnblock(person: Named) {
  const { isBusy, run } = useBusy();

  const unblock = () =>
    run(async () => {
      await useBlocks.getState().unblock(person.id);
      toast({ title: withNames`${displayName(person)} is unblocked` });
    }, 'Failed to unblock');

  return { isBusy, unblock };
}
