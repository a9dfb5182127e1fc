import { createStore } from './createStore.ts';

interface SearchTextState {
  /** What stands in the header's search box; every screen that searches reads it here. */
  text: string;
  setText: (text: string) => void;
}

export const useSearchText = createStore<SearchTextState>((set) => ({
  text: '',
  setText: (text) => set({ text }),
}));
