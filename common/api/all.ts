import { accountApi, securityApi, settingsApi, tokenApi } from './account.ts';
import { appApi } from './app.ts';
import type { Call } from './call.ts';
import { commentApi, listCommentApi } from './comments.ts';
import { importApi } from './imports.ts';
import {
  feedApi,
  groupRecommendationApi,
  playApi,
  progressApi,
  recommendationApi,
  reportApi,
  reviewApi,
  watchGroupApi,
} from './library.ts';
import { invitationLinkApi, itemApi, listApi, publicLinkApi } from './lists.ts';
import { channelApi, listNoticeApi, noticeApi } from './notices.ts';
import { operatorApi } from './operator.ts';
import { playerApi, scrobbleApi } from './players.ts';
import { guestApi, listPollApi, pollApi } from './polls.ts';
import { requestApi, titleApi } from './titles.ts';
import { profileApi, userApi } from './users.ts';
import { listWebhookApi, webhookApi } from './webhooks.ts';

/** Every REST call: OpenAPI lists them, and tests compare the mounted routes with them. */
export const allCalls: readonly Call[] = [
  accountApi,
  settingsApi,
  operatorApi,
  securityApi,
  tokenApi,
  feedApi,
  appApi,
  userApi,
  profileApi.folder,
  profileApi.category,
  listApi.folder,
  listApi.category,
  invitationLinkApi,
  publicLinkApi,
  itemApi,
  playApi,
  progressApi,
  listCommentApi.folder,
  listCommentApi.category,
  commentApi,
  reviewApi,
  importApi,
  scrobbleApi,
  playerApi,
  recommendationApi,
  watchGroupApi.folder,
  watchGroupApi.category,
  groupRecommendationApi.folder,
  groupRecommendationApi.category,
  listPollApi.folder,
  listPollApi.category,
  pollApi,
  guestApi,
  reportApi,
  requestApi,
  listWebhookApi.folder,
  listWebhookApi.category,
  webhookApi,
  noticeApi,
  listNoticeApi.folder,
  listNoticeApi.category,
  channelApi,
  titleApi.movie,
  titleApi.tv,
  titleApi.person,
].flatMap((group): Call[] => Object.values(group));
