import { accountApi, settingsApi } from './account.ts';
import { appApi } from './app.ts';
import type { Call } from './call.ts';
import { invitationLinkApi } from './invitationLinks.ts';
import { itemApi } from './items.ts';
import { listApi } from './lists.ts';
import { operatorApi } from './operator.ts';
import { playApi } from './plays.ts';
import { guestApi, listPollApi, pollApi } from './polls.ts';
import { groupRecommendationApi, recommendationApi } from './recommendations.ts';
import { reportApi } from './reports.ts';
import { reviewApi } from './reviews.ts';
import { securityApi } from './security.ts';
import { titleApi } from './titles.ts';
import { profileApi, userApi } from './users.ts';

/** Every REST call: OpenAPI lists them, and tests compare the mounted routes with them. */
export const allCalls: readonly Call[] = [
  accountApi,
  settingsApi,
  operatorApi,
  securityApi,
  appApi,
  userApi,
  profileApi.folder,
  profileApi.category,
  listApi.folder,
  listApi.category,
  invitationLinkApi,
  itemApi,
  playApi,
  reviewApi,
  recommendationApi,
  groupRecommendationApi.folder,
  groupRecommendationApi.category,
  listPollApi.folder,
  listPollApi.category,
  pollApi,
  guestApi,
  reportApi,
  titleApi.movie,
  titleApi.tv,
  titleApi.person,
].flatMap((group): Call[] => Object.values(group));
