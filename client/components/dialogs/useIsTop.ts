import { useEffect, useId } from 'react';
import { createStore } from '../../lib/createStore.ts';

/** The open dialogs, the top one last. Mantine's Modal.Stack would keep those that are unmounted while they are open. */
const useOpenDialogs = createStore<{ ids: readonly string[] }>(() => ({ ids: [] }));

/** For a dialog: whether no other was opened after it. Only the top one handles keys. */
export function useIsTop(): boolean {
  const id = useId();
  useEffect(() => {
    useOpenDialogs.setState(({ ids }) => ({ ids: [...ids, id] }));
    return () => useOpenDialogs.setState(({ ids }) => ({ ids: ids.filter((other) => other !== id) }));
  }, [id]);
  return useOpenDialogs(({ ids }) => ids.at(-1) === id);
}
