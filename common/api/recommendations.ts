import { groupRecommendationEndpoints, recommendationEndpoints } from '../endpoints.ts';
import type { FamilyKey } from '../families.ts';
import { noContentSchema } from '../schemas/primitives.ts';
import {
  dismissBody,
  groupRecommendationsQuery,
  groupRecommendationsSchema,
  ratingGuessSchema,
  recommendationSettingsBody,
  recommendationSettingsSchema,
  recommendationsQuery,
  recommendationsSchema,
  recommendedTitleParams,
} from '../schemas/recommendation.ts';
import { call, guarded, idParams } from './call.ts';

export const recommendationApi = {
  forYou: call(recommendationEndpoints.forYou, {
    query: recommendationsQuery,
    answer: recommendationsSchema,
    errors: ['upstream'],
  }),
  guess: call(recommendationEndpoints.guess, {
    params: recommendedTitleParams,
    answer: ratingGuessSchema,
    errors: ['upstream'],
  }),
  dismiss: call(recommendationEndpoints.dismiss, {
    body: dismissBody,
    answer: noContentSchema,
    status: 204,
  }),
  restore: call(recommendationEndpoints.restore, {
    params: recommendedTitleParams,
    answer: noContentSchema,
    status: 204,
  }),
  settings: call(recommendationEndpoints.settings, { answer: recommendationSettingsSchema }),
  setSettings: call(recommendationEndpoints.setSettings, {
    body: recommendationSettingsBody,
    answer: recommendationSettingsSchema,
  }),
} as const;

/** Recommendations for everyone who shares a list, for one family. */
function groupCalls(family: FamilyKey) {
  return {
    forList: call(groupRecommendationEndpoints[family].forList, {
      params: idParams,
      query: groupRecommendationsQuery,
      answer: groupRecommendationsSchema,
      errors: [...guarded, 'upstream'],
    }),
  };
}

export const groupRecommendationApi = {
  folder: groupCalls('folder'),
  category: groupCalls('category'),
};
