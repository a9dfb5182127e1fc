import { useLayoutEffect } from 'react';
// biome-ignore lint/style/noRestrictedImports: the screen that is open decides, also after signing out.
import { create } from 'zustand';

/** The action of 'New Category' in the header and 'New' in the bottom bar. Without one, neither has the button. */
export const useCreateActionStore = create<{ create: (() => void) | null }>(() => ({ create: null }));

/** Supplies the create action while the calling screen is mounted. Keep `create` stable. */
export function useCreateAction(create: (() => void) | null): void {
  // Runs before paint, so that the button does not move the others later.
  useLayoutEffect(() => {
    useCreateActionStore.setState({ create });
    return () => useCreateActionStore.setState({ create: null });
  }, [create]);
}
