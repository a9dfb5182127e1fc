import type { FamilyKey } from '../../../common/families.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { groupRecommendationApi, recommendationApi } from '../../lib/http/api.ts';
import { call } from '../../lib/http/http.ts';

interface TitleRef {
  mediaType: MediaType;
  tmdbId: number;
}

export const recommendationCalls = {
  forYou: (mediaType: MediaType) => call(recommendationApi.forYou, { query: { mediaType } }),
  forList: (family: FamilyKey, id: string) => call(groupRecommendationApi[family].forList, { params: { id } }),
  guess: ({ mediaType, tmdbId }: TitleRef) => call(recommendationApi.guess, { params: { mediaType, tmdbId } }),
  dismiss: ({ mediaType, tmdbId }: TitleRef) => call(recommendationApi.dismiss, { body: { mediaType, tmdbId } }),
  restore: ({ mediaType, tmdbId }: TitleRef) => call(recommendationApi.restore, { params: { mediaType, tmdbId } }),
  settings: () => call(recommendationApi.settings),
  setSettings: (useModel: boolean) => call(recommendationApi.setSettings, { body: { useModel } }),
} as const;
