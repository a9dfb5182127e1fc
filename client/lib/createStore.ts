import { create, type StateCreator, type StoreApi, type UseBoundStore } from 'zustand';
import { queryClient } from './query.ts';

const resets = new Set<() => void>();

/** A zustand store that is reset on sign-out. */
export function createStore<State>(creator: StateCreator<State>): UseBoundStore<StoreApi<State>> {
  const useStore = create<State>(creator);
  resets.add(() => useStore.setState(useStore.getInitialState(), true));
  return useStore;
}

/** Resets all stores and drops all answers, so that the next user sees no data of the previous one. */
export function resetStores(): void {
  for (const reset of resets) reset();
  queryClient.clear();
}
