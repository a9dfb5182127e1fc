import { z } from 'zod';
import {
  feedEndpoints,
  groupRecommendationEndpoints,
  playEndpoints,
  progressEndpoints,
  recommendationEndpoints,
  reportEndpoints,
  reviewEndpoints,
  watchGroupEndpoints,
} from '../endpoints.ts';
import type { FamilyKey } from '../families.ts';
import { calendarQuery, calendarSchema } from '../schemas/calendar.ts';
import { createFeedBody, feedSchema, newFeedSchema } from '../schemas/feed.ts';
import { reportBody } from '../schemas/operator/report.ts';
import {
  answerProposalBody,
  confirmedSchema,
  playBody,
  playSchema,
  playsQuery,
  playUpdateBody,
  proposalSchema,
} from '../schemas/play.ts';
import {
  addedPlaysSchema,
  progressBody,
  progressSchema,
  progressSummarySchema,
  removedPlaysSchema,
  removePlaysQuery,
  seasonBody,
  spoilersAnswerSchema,
  spoilersBody,
  timeZoneQuery,
  upNextSchema,
  upToBody,
} from '../schemas/progress.ts';
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
import {
  backfillQuery,
  backfillSchema,
  missingReviewsSchema,
  reviewBody,
  reviewedTitleParams,
  reviewSchema,
  reviewUpdateBody,
} from '../schemas/review.ts';
import { statisticsQuery, statisticsSchema } from '../schemas/statistics.ts';
import {
  groupWatchedBody,
  groupWatchedSchema,
  joinGroupBody,
  proposeGroupBody,
  watchGroupSchema,
} from '../schemas/watchGroup.ts';
import { call, done, guarded, idParams, seen } from './call.ts';

/** The calls on the caller's own watch log, and on plays that others propose to the caller. */
export const playApi = {
  add: call(playEndpoints.add, {
    scope: 'write',
    body: playBody,
    answer: playSchema,
    status: 201,
    errors: [...guarded, 'limit_reached', 'watch_ahead', 'upstream'],
    isQueued: true,
  }),
  list: call(playEndpoints.list, { scope: 'read', query: playsQuery, answer: z.array(playSchema), pagedBy: 'before' }),
  /** Those that are not answered yet, the latest first. */
  proposals: call(playEndpoints.proposals, { scope: 'read', answer: z.array(proposalSchema) }),
  update: call(playEndpoints.update, {
    scope: 'write',
    params: idParams,
    body: playUpdateBody,
    answer: playSchema,
    errors: [...seen, 'limit_reached', 'watch_ahead'],
  }),
  remove: call(playEndpoints.remove, { scope: 'write', ...done, params: idParams, errors: seen }),
  restore: call(playEndpoints.restore, {
    scope: 'write',
    params: idParams,
    answer: playSchema,
    errors: [...seen, 'conflict'],
  }),
  confirm: call(playEndpoints.confirm, {
    scope: 'write',
    params: idParams,
    body: answerProposalBody,
    answer: confirmedSchema,
    errors: [...seen, 'already_answered', 'limit_reached', 'watch_ahead'],
  }),
} as const;

const showParams = z.object({ id: z.coerce.number().int().positive() });
const addsPlays = [...guarded, 'limit_reached', 'watch_ahead', 'upstream'] as const;

/** The calls on how far the caller is in shows. */
export const progressApi = {
  get: call(progressEndpoints.get, {
    scope: 'read',
    params: showParams,
    query: timeZoneQuery,
    answer: progressSchema,
    errors: ['not_found', 'upstream'],
  }),
  set: call(progressEndpoints.set, {
    scope: 'write',
    params: showParams,
    body: progressBody,
    answer: progressSchema,
    errors: ['not_found', 'upstream'],
  }),
  upTo: call(progressEndpoints.upTo, {
    scope: 'write',
    body: upToBody,
    answer: addedPlaysSchema,
    errors: addsPlays,
    isQueued: true,
  }),
  season: call(progressEndpoints.season, {
    scope: 'write',
    body: seasonBody,
    answer: addedPlaysSchema,
    errors: addsPlays,
  }),
  removePlays: call(progressEndpoints.removePlays, {
    scope: 'write',
    params: showParams,
    query: removePlaysQuery,
    answer: removedPlaysSchema,
    errors: ['not_found', 'upstream', 'several_plays', 'limit_reached'],
  }),
  undo: call(progressEndpoints.undo, {
    scope: 'write',
    params: idParams,
    query: timeZoneQuery,
    answer: progressSchema,
    errors: ['not_found', 'limit_reached', 'upstream'],
  }),
  upNext: call(progressEndpoints.upNext, {
    scope: 'read',
    query: timeZoneQuery,
    answer: upNextSchema,
    errors: ['upstream'],
  }),
  calendar: call(progressEndpoints.calendar, {
    scope: 'read',
    query: calendarQuery,
    answer: calendarSchema,
    errors: guarded,
  }),
  statistics: call(progressEndpoints.statistics, { scope: 'read', query: statisticsQuery, answer: statisticsSchema }),
  spoilers: call(progressEndpoints.spoilers, { scope: 'read', answer: spoilersAnswerSchema }),
  setSpoilers: call(progressEndpoints.setSpoilers, { body: spoilersBody, answer: spoilersAnswerSchema }),
  all: call(progressEndpoints.all, { scope: 'read', query: timeZoneQuery, answer: z.array(progressSummarySchema) }),
} as const;

export const recommendationApi = {
  forYou: call(recommendationEndpoints.forYou, {
    scope: 'read',
    query: recommendationsQuery,
    answer: recommendationsSchema,
    errors: ['upstream'],
  }),
  guess: call(recommendationEndpoints.guess, {
    scope: 'read',
    params: recommendedTitleParams,
    answer: ratingGuessSchema,
    errors: ['upstream'],
  }),
  dismiss: call(recommendationEndpoints.dismiss, { scope: 'write', ...done, body: dismissBody }),
  restore: call(recommendationEndpoints.restore, { scope: 'write', ...done, params: recommendedTitleParams }),
  settings: call(recommendationEndpoints.settings, { answer: recommendationSettingsSchema }),
  setSettings: call(recommendationEndpoints.setSettings, {
    body: recommendationSettingsBody,
    answer: recommendationSettingsSchema,
  }),
} as const;

const groupParams = idParams.extend({ tmdbId: z.coerce.number().int().positive() });

/** The calls on those who watch a show of a list together, for one family. */
function watchGroupCalls(family: FamilyKey) {
  const endpoints = watchGroupEndpoints[family];
  return {
    list: call(endpoints.list, {
      scope: 'read',
      params: idParams,
      query: timeZoneQuery,
      answer: z.array(watchGroupSchema),
      errors: guarded,
    }),
    join: call(endpoints.join, {
      scope: 'write',
      params: groupParams,
      body: joinGroupBody,
      answer: watchGroupSchema,
      errors: [...guarded, 'limit_reached'],
    }),
    leave: call(endpoints.leave, { scope: 'write', ...done, params: groupParams, errors: guarded }),
    propose: call(endpoints.propose, {
      scope: 'write',
      ...done,
      params: groupParams,
      body: proposeGroupBody,
      errors: guarded,
    }),
    decline: call(endpoints.decline, { scope: 'write', ...done, params: groupParams, errors: guarded }),
    watched: call(endpoints.watched, {
      scope: 'write',
      params: groupParams,
      body: groupWatchedBody,
      answer: groupWatchedSchema,
      errors: [...guarded, 'limit_reached', 'watch_ahead', 'upstream'],
    }),
  };
}

export type WatchGroupCalls = ReturnType<typeof watchGroupCalls>;

export const watchGroupApi: Record<FamilyKey, WatchGroupCalls> = {
  folder: watchGroupCalls('folder'),
  category: watchGroupCalls('category'),
};

/** Recommendations for everyone who shares a list, for one family. */
function groupCalls(family: FamilyKey) {
  return {
    forList: call(groupRecommendationEndpoints[family].forList, {
      scope: 'read',
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

export const reportApi = {
  send: call(reportEndpoints.send, { ...done, body: reportBody, errors: ['not_found', 'conflict', 'limit_reached'] }),
} as const;

const reviewClash = ['conflict', 'limit_reached', 'not_found', 'upstream'] as const;

export const reviewApi = {
  mine: call(reviewEndpoints.mine, { scope: 'read', params: reviewedTitleParams, answer: reviewSchema.nullable() }),
  create: call(reviewEndpoints.create, {
    scope: 'write',
    body: reviewBody,
    answer: reviewSchema,
    status: 201,
    errors: reviewClash,
  }),
  update: call(reviewEndpoints.update, {
    scope: 'write',
    params: idParams,
    body: reviewUpdateBody,
    answer: reviewSchema,
    errors: seen,
  }),
  remove: call(reviewEndpoints.remove, { scope: 'write', ...done, params: idParams, errors: seen }),
  missing: call(reviewEndpoints.missing, { scope: 'read', answer: missingReviewsSchema }),
  backfill: call(reviewEndpoints.backfill, {
    query: backfillQuery,
    answer: backfillSchema,
    errors: ['limit_reached', 'upstream'],
  }),
} as const;

/** The secret addresses of one's own calendar and additions. No token opens them: each is a secret of its own. */
export const feedApi = {
  list: call(feedEndpoints.list, { answer: z.array(feedSchema) }),
  create: call(feedEndpoints.create, {
    body: createFeedBody,
    answer: newFeedSchema,
    status: 201,
    errors: ['fresh_sign_in_required', 'limit_reached'],
  }),
  revoke: call(feedEndpoints.revoke, { ...done, params: idParams, errors: seen }),
} as const;
