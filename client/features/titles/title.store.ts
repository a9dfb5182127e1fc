import type { TitleFacts } from '../../../common/schemas/item.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { createStore } from '../../lib/createStore.ts';

interface TitlesState {
  /** Facts from any loaded list, by key such as 'movie:603', so that a dialog opens with its title. */
  facts: Record<string, TitleFacts>;
  applyFacts: (titles: readonly TitleFacts[]) => void;
}

export const useTitles = createStore<TitlesState>((set) => ({
  facts: {},

  applyFacts(titles) {
    set((state) => ({
      facts: { ...state.facts, ...Object.fromEntries(titles.map((facts) => [titleKey(facts), facts])) },
    }));
  },
}));
