import type {
  accountApi as AccountApi,
  securityApi as SecurityApi,
  settingsApi as SettingsApi,
  tokenApi as TokenApi,
} from '../../../common/api/account.ts';
import type { appApi as AppApi } from '../../../common/api/app.ts';
import type { Call } from '../../../common/api/call.ts';
import type { commentApi as CommentApi, ListCommentCalls } from '../../../common/api/comments.ts';
import type { importApi as ImportApi } from '../../../common/api/imports.ts';
import type {
  feedApi as FeedApi,
  groupRecommendationApi as GroupRecommendationApi,
  playApi as PlayApi,
  progressApi as ProgressApi,
  recommendationApi as RecommendationApi,
  reportApi as ReportApi,
  reviewApi as ReviewApi,
  WatchGroupCalls,
} from '../../../common/api/library.ts';
import type {
  invitationLinkApi as InvitationLinkApi,
  itemApi as ItemApi,
  ListCalls,
  publicLinkApi as PublicLinkApi,
} from '../../../common/api/lists.ts';
import type { channelApi as ChannelApi, ListNoticeCalls, noticeApi as NoticeApi } from '../../../common/api/notices.ts';
import type { operatorApi as OperatorApi } from '../../../common/api/operator.ts';
import type { playerApi as PlayerApi } from '../../../common/api/players.ts';
import type { guestApi as GuestApi, ListPollCalls, pollApi as PollApi } from '../../../common/api/polls.ts';
import type { requestApi as RequestApi, titleApi as TitleApi } from '../../../common/api/titles.ts';
import type { profileApi as ProfileApi, userApi as UserApi } from '../../../common/api/users.ts';
import type { ListWebhookCalls, webhookApi as WebhookApi } from '../../../common/api/webhooks.ts';
import {
  accountEndpoints,
  appEndpoints,
  channelEndpoints,
  commentEndpoints,
  type Endpoint,
  feedEndpoints,
  groupRecommendationEndpoints,
  guestEndpoints,
  importEndpoints,
  invitationLinkEndpoints,
  itemEndpoints,
  listCommentEndpoints,
  listEndpoints,
  listNoticeEndpoints,
  listPollEndpoints,
  listWebhookEndpoints,
  noticeEndpoints,
  operatorEndpoints,
  playEndpoints,
  playerEndpoints,
  pollEndpoints,
  profileEndpoints,
  progressEndpoints,
  publicLinkEndpoints,
  recommendationEndpoints,
  reportEndpoints,
  requestEndpoints,
  reviewEndpoints,
  securityEndpoints,
  settingsEndpoints,
  titleEndpoints,
  tokenEndpoints,
  userEndpoints,
  watchGroupEndpoints,
  webhookEndpoints,
} from '../../../common/endpoints.ts';

/** An endpoint with the types of its input and output. */
export type TypedEndpoint<C extends Call> = Endpoint & { readonly call?: C };

type Typed<Api> = { [K in keyof Api]: Api[K] extends Call ? TypedEndpoint<Api[K]> : Typed<Api[K]> };

// Imports only the types of the contract, so that its schemas and zod are not in the client bundle.
export const accountApi: Typed<typeof AccountApi> = accountEndpoints;
export const appApi: Typed<typeof AppApi> = appEndpoints;
export const channelApi: Typed<typeof ChannelApi> = channelEndpoints;
export const commentApi: Typed<typeof CommentApi> = commentEndpoints;
export const feedApi: Typed<typeof FeedApi> = feedEndpoints;
export const groupRecommendationApi: Typed<typeof GroupRecommendationApi> = groupRecommendationEndpoints;
export const guestApi: Typed<typeof GuestApi> = guestEndpoints;
export const playerApi: Typed<typeof PlayerApi> = playerEndpoints;
export const importApi: Typed<typeof ImportApi> = importEndpoints;
export const invitationLinkApi: Typed<typeof InvitationLinkApi> = invitationLinkEndpoints;
export const itemApi: Typed<typeof ItemApi> = itemEndpoints;
export const listApi: Typed<Record<keyof typeof listEndpoints, ListCalls>> = listEndpoints;
export const listCommentApi: Typed<Record<keyof typeof listCommentEndpoints, ListCommentCalls>> = listCommentEndpoints;
export const listNoticeApi: Typed<Record<keyof typeof listNoticeEndpoints, ListNoticeCalls>> = listNoticeEndpoints;
export const listPollApi: Typed<Record<keyof typeof listPollEndpoints, ListPollCalls>> = listPollEndpoints;
export const noticeApi: Typed<typeof NoticeApi> = noticeEndpoints;
export const operatorApi: Typed<typeof OperatorApi> = operatorEndpoints;
export const pollApi: Typed<typeof PollApi> = pollEndpoints;
export const playApi: Typed<typeof PlayApi> = playEndpoints;
export const profileApi: Typed<typeof ProfileApi> = profileEndpoints;
export const progressApi: Typed<typeof ProgressApi> = progressEndpoints;
export const publicLinkApi: Typed<typeof PublicLinkApi> = publicLinkEndpoints;
export const recommendationApi: Typed<typeof RecommendationApi> = recommendationEndpoints;
export const reportApi: Typed<typeof ReportApi> = reportEndpoints;
export const requestApi: Typed<typeof RequestApi> = requestEndpoints;
export const reviewApi: Typed<typeof ReviewApi> = reviewEndpoints;
export const securityApi: Typed<typeof SecurityApi> = securityEndpoints;
export const settingsApi: Typed<typeof SettingsApi> = settingsEndpoints;
export const titleApi: Typed<typeof TitleApi> = titleEndpoints;
export const tokenApi: Typed<typeof TokenApi> = tokenEndpoints;
export const userApi: Typed<typeof UserApi> = userEndpoints;
export const watchGroupApi: Typed<Record<keyof typeof watchGroupEndpoints, WatchGroupCalls>> = watchGroupEndpoints;
export const listWebhookApi: Typed<Record<keyof typeof listWebhookEndpoints, ListWebhookCalls>> = listWebhookEndpoints;
export const webhookApi: Typed<typeof WebhookApi> = webhookEndpoints;
