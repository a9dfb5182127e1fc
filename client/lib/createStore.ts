import { create, type StateCreator, type StoreApi, type UseBoundStore } from 'zustand';

const resets = new Set<() => void>();

/** A zustand store that signing out puts back to how it began. */
export function createStore<State>(creator: StateCreator<State>): UseBoundStore<StoreApi<State>> {
  const useStore = create<State>(creator);
  resets.add(() => useStore.setState(useStore.getInitialState(), true));
  return useStore;
}

/** Nothing of one person may be left for the next. */
export function resetStores(): void {
  for (const reset of resets) reset();
}
