import type { StoreApi } from 'zustand';
import type { FamilyKey } from '../../../common/families.ts';
import type {
  GroupRecommendation,
  GuessedStars,
  Recommendation,
  RecommendationSettings,
} from '../../../common/schemas/recommendation.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { createStore } from '../../lib/createStore.ts';
import { useTitles } from '../titles/title.store.ts';
import { createLatest } from './latest.ts';
import { recommendationCalls } from './recommendation.api.ts';

interface TitleRef {
  mediaType: MediaType;
  tmdbId: number;
}

type Shelf<T> = { status: 'ready'; rankedBy: 'local' | 'model'; results: T[] } | { status: 'failed' };

interface RecommendationLoading {
  /** The user's recommendations, by media type. */
  forYou: Partial<Record<MediaType, Shelf<Recommendation>>>;
  /** Recommendations for everyone in a list, by list. */
  forList: Record<string, Shelf<GroupRecommendation>>;
  guesses: Record<string, GuessedStars>;
  loadForYou: (mediaType: MediaType) => Promise<void>;
  loadForList: (family: FamilyKey, folderId: string) => Promise<void>;
  loadGuess: (title: TitleRef) => Promise<void>;
}

interface HiddenTitles {
  /** Titles to hide, even if a pending answer includes them. */
  hidden: Record<string, 'dismissed' | 'listed'>;
  /** Hides a title permanently. It returns if saving fails. */
  dismiss: (title: TitleRef) => Promise<void>;
  restore: (title: TitleRef) => Promise<void>;
  /** Titles that were added to the user's lists, and need no recommendation, or were removed. */
  applyListed: (titles: readonly TitleRef[], isIn: boolean) => void;
}

interface RecommendationsState extends RecommendationLoading, HiddenTitles {
  settings: RecommendationSettings | null;
  /** Increased when the recommendations change: visible rows load again. */
  edition: number;
  loadSettings: () => Promise<void>;
  setUseModel: (useModel: boolean) => Promise<void>;
  applyReviewed: () => void;
  applyChanged: () => void;
}

type SetRecommendations = StoreApi<RecommendationsState>['setState'];

export const useRecommendations = createStore<RecommendationsState>((set, get) => {
  const raise = () => set(({ edition }) => ({ edition: edition + 1 }));

  return {
    ...createLoading(set, get),
    ...createHiding(set),
    settings: null,
    edition: 0,

    async loadSettings() {
      set({ settings: await recommendationCalls.settings() });
    },

    async setUseModel(useModel) {
      set({ settings: await recommendationCalls.setSettings(useModel) });
    },

    applyReviewed: raise,
    applyChanged: raise,
  };
});

function createLoading(set: SetRecommendations, get: () => RecommendationsState): RecommendationLoading {
  const latest = createLatest();

  return {
    forYou: {},
    forList: {},
    guesses: {},

    loadForYou: (mediaType) =>
      latest(`forYou:${mediaType}`, async (isLatest) => {
        try {
          const { results, rankedBy } = await recommendationCalls.forYou(mediaType);
          if (!isLatest()) return;
          useTitles.getState().applyFacts(results.map(({ reason, ...facts }) => facts));
          set(({ forYou }) => ({ forYou: { ...forYou, [mediaType]: { status: 'ready', rankedBy, results } } }));
        } catch {
          // After a failure the loaded recommendations stay.
          if (isLatest() && get().forYou[mediaType]?.status !== 'ready') {
            set(({ forYou }) => ({ forYou: { ...forYou, [mediaType]: { status: 'failed' } } }));
          }
        }
      }),

    loadForList: (family, folderId) =>
      latest(`forList:${folderId}`, async (isLatest) => {
        try {
          const { results } = await recommendationCalls.forList(family, folderId);
          if (!isLatest()) return;
          useTitles.getState().applyFacts(results.map(({ reasons, ...facts }) => facts));
          const shelf = { status: 'ready' as const, rankedBy: 'local' as const, results };
          set(({ forList }) => ({ forList: { ...forList, [folderId]: shelf } }));
        } catch {
          if (isLatest() && get().forList[folderId]?.status !== 'ready') {
            set(({ forList }) => ({ forList: { ...forList, [folderId]: { status: 'failed' } } }));
          }
        }
      }),

    loadGuess: (title) =>
      latest(`guess:${titleKey(title)}`, async (isLatest) => {
        // The prediction is an extra, so a failure is not shown.
        const guess = await recommendationCalls.guess(title).catch(() => null);
        if (isLatest()) set(({ guesses }) => ({ guesses: { ...guesses, [titleKey(title)]: guess } }));
      }),
  };
}

function createHiding(set: SetRecommendations): HiddenTitles {
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
      hide([title], 'dismissed');
      try {
        await recommendationCalls.dismiss(title);
      } catch (error) {
        show([title], 'dismissed');
        throw error;
      }
    },

    async restore(title) {
      await recommendationCalls.restore(title);
      show([title], 'dismissed');
    },

    applyListed(titles, isIn) {
      if (titles.length > 0) (isIn ? hide : show)(titles, 'listed');
    },
  };
}
