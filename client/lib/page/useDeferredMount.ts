import { useDeferredValue } from 'react';

/**
 * Turns true shortly after `isReady` does. React then renders what this lets in, in short tasks, between which a slow phone
 * answers presses; a change that comes from a store it renders in one task, however long.
 */
export function useDeferredMount(isReady: boolean): boolean {
  return useDeferredValue(isReady, false);
}
