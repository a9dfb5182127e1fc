import { useLayoutEffect } from 'react';
import { create } from 'zustand';

/** What the header's 'New Category' and the bottom bar's 'New' do on the screen that shows; none: no button. */
export const useCreateActionStore = create<{ create: (() => void) | null }>(() => ({ create: null }));

/** Supplies the create action while the calling screen is mounted. Keep `create` stable. */
export function useCreateAction(create: (() => void) | null): void {
  // Before the screen is painted, so that the button does not push the others aside a moment later.
  useLayoutEffect(() => {
    useCreateActionStore.setState({ create });
    return () => useCreateActionStore.setState({ create: null });
  }, [create]);
}
