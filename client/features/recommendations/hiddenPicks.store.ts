import type { MediaType } from '../../../common/schemas/title.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { createStore } from '../../lib/createStore.ts';
import { recommendationApi } from '../../lib/http/api.ts';
import { call } from '../../lib/http/http.ts';

interface TitleRef {
  mediaType: MediaType;
  tmdbId: number;
}

interface HiddenPicksState {
  /** Titles to hide, even if an answer still includes them. */
  hidden: Record<string, 'dismissed' | 'listed'>;
  /** Hides a title permanently. It returns if saving fails. */
  dismiss: (title: TitleRef) => Promise<void>;
  restore: (title: TitleRef) => Promise<void>;
  /** Titles that were added to the user's lists, and need no recommendation, or were removed. */
  applyListed: (titles: readonly TitleRef[], isIn: boolean) => void;
}

/** The recommended titles that the user does not want, or has in a list since. */
export const useHiddenPicks = createStore<HiddenPicksState>((set) => {
  const hide = (titles: readonly TitleRef[], why: 'dismissed' | 'listed') =>
    set(({ hidden }) => ({
      hidden: { ...hidden, ...Object.fromEntries(titles.map((title) => [titleKey(title), why])) },
    }));
  const show = (titles: readonly TitleRef[], why: 'dismissed' | 'listed') => {
    const shown = new Set(titles.map(titleKey));
    const stays = ([key, reason]: [string, string]) => reason !== why || !shown.has(key);
    set(({ hidden }) => ({ hidden: Object.fromEntries(Object.entries(hidden).filter(stays)) }));
  };

  return {
    hidden: {},

    async dismiss(title) {
      const { mediaType, tmdbId } = title;
      hide([title], 'dismissed');
      try {
        await call(recommendationApi.dismiss, { body: { mediaType, tmdbId } });
      } catch (error) {
        show([title], 'dismissed');
        throw error;
      }
    },

    async restore({ mediaType, tmdbId }) {
      await call(recommendationApi.restore, { params: { mediaType, tmdbId } });
      show([{ mediaType, tmdbId }], 'dismissed');
    },

    applyListed(titles, isIn) {
      if (titles.length > 0) (isIn ? hide : show)(titles, 'listed');
    },
  };
});
