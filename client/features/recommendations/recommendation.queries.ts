import { queryOptions } from '@tanstack/react-query';
import type { FamilyKey } from '../../../common/families.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { groupRecommendationApi, recommendationApi } from '../../lib/http/api.ts';
import { call } from '../../lib/http/http.ts';
import { about, queryClient, queryOf } from '../../lib/query.ts';
import { useTitles } from '../titles/title.store.ts';

/** The user's recommendations. The old ones stay if loading them again fails. */
export const picksQuery = (mediaType: MediaType) =>
  queryOptions({
    ...about('picks'),
    queryKey: [recommendationApi.forYou.path, mediaType],
    async queryFn({ signal }) {
      const picks = await call(recommendationApi.forYou, { query: { mediaType }, signal });
      useTitles.getState().applyFacts(picks.results.map(({ reason, ...facts }) => facts));
      return picks;
    },
  });

/** Recommendations for everyone in a list, which depend on its members. */
export const groupPicksQuery = (family: FamilyKey, { id, memberCount }: Replica['folder']) =>
  queryOptions({
    ...about('picks'),
    queryKey: [groupRecommendationApi[family].forList.path, id, memberCount],
    async queryFn({ signal }) {
      const { results } = await call(groupRecommendationApi[family].forList, { params: { id }, signal });
      useTitles.getState().applyFacts(results.map(({ reasons, ...facts }) => facts));
      return results;
    },
    // The old ones stay while the list gains or loses a member.
    placeholderData: (previous, query) => (query?.queryKey[1] === id ? previous : undefined),
  });

/** The rating that the user is expected to give. */
export const guessQuery = (mediaType: MediaType, tmdbId: number) => ({
  ...queryOf(recommendationApi.guess, { params: { mediaType, tmdbId } }),
  ...about('picks'),
});

export const recommendationSettingsQuery = queryOf(recommendationApi.settings);

export async function setUseModel(useModel: boolean): Promise<void> {
  const settings = await call(recommendationApi.setSettings, { body: { useModel } });
  queryClient.setQueryData(recommendationSettingsQuery.queryKey, settings);
}
