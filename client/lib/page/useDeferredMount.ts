import { useDeferredValue } from 'react';

/**
 * Turns true shortly after `isReady` does. React renders a change of a store in one task, however long that takes. What is
 * mounted when this turns true is rendered in short tasks, between which a slow phone answers presses.
 */
export function useDeferredMount(isReady: boolean): boolean {
  return useDeferredValue(isReady, false);
}
