import { createStore } from '../createStore.ts';

interface SearchTextState {
  /** The text in the header's search box, shared by every screen that searches. */
  text: string;
  setText: (text: string) => void;
}

export const useSearchText = createStore<SearchTextState>((set) => ({
  text: '',
  setText: (text) => set({ text }),
}));
