import { z } from 'zod';
import { changeSchema, changesAnswerSchema, changesQuery } from './changes.ts';
import { limits } from './constants.ts';
import type { ErrorCode } from './errors.ts';
import { type Family, type FamilyKey, families } from './families.ts';
import { titleFiltersQuery } from './filters.ts';
import { folderNameBody, folderPermissionsSchema, folderSchema } from './folder.ts';
import { invitationSchema, inviteBody, respondBody, sendInvitationBody } from './invitation.ts';
import { addItemBody, folderRefShape, itemSchema, itemsQuery, watchedBody } from './item.ts';
import { flagsBody } from './permissions.ts';
import { idSchema, noContentSchema } from './primitives.ts';
import {
  dismissBody,
  groupRecommendationsQuery,
  groupRecommendationsSchema,
  ratingGuessSchema,
  recommendationSettingsSchema,
  recommendationsQuery,
  recommendationsSchema,
  recommendedTitleParams,
} from './recommendation.ts';
import { reviewBody, reviewedTitleParams, reviewSchema, reviewUpdateBody } from './review.ts';
import { shareSchema } from './share.ts';
import {
  creditsSchema,
  externalRatingsSchema,
  movieCreditsSchema,
  movieDetailsSchema,
  movieSchema,
  pageOf,
  personSchema,
  tvCreditsSchema,
  tvDetailsSchema,
  tvShowSchema,
  videosSchema,
  watchProvidersSchema,
} from './title.ts';
import {
  connectBody,
  contactSchema,
  directoryUserSchema,
  keysSchema,
  loginBody,
  passwordBody,
  profileFolderSchema,
  registerBody,
  searchUsersQuery,
  usernameBody,
  userSchema,
} from './user.ts';

/** One REST call, declared once: the server validates with it, the client is typed by it, OpenAPI comes from it. */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Express's notation: /api/folders/:id. */
  path: string;
  params: Params;
  query: Query;
  body: Body;
  answer: Answer;
  /** Of a successful answer. */
  status: 200 | 201 | 204;
  /** Those of its own; what every call, every write or every query may also answer goes without saying. */
  errors: readonly ErrorCode[];
  /** Open to visitors. */
  isPublic: boolean;
}

const none = z.object({});
type None = typeof none;

interface CallOptions<P, Q, B, A> {
  params?: P;
  query?: Q;
  body?: B;
  answer: A;
  status?: Call['status'];
  errors?: readonly ErrorCode[];
  isPublic?: boolean;
}

function call<A extends z.ZodType, P extends z.ZodType = None, Q extends z.ZodType = None, B extends z.ZodType = None>(
  method: Call['method'],
  path: string,
  options: CallOptions<P, Q, B, A>,
): Call<P, Q, B, A> {
  return {
    method,
    path,
    // A call without params, query or body is typed by the empty object that stands in for it.
    params: options.params ?? (none as unknown as P),
    query: options.query ?? (none as unknown as Q),
    body: options.body ?? (none as unknown as B),
    answer: options.answer,
    status: options.status ?? 200,
    errors: options.errors ?? [],
    isPublic: options.isPublic ?? false,
  };
}

const id = z.object({ id: idSchema });
const seen = ['not_found'] as const;
const guarded = ['not_found', 'forbidden'] as const;

/** The calls on lists in one family's words; both families have every one. */
function listCalls(family: Family) {
  const { lists, shared, invitations, shares } = family.api;
  return {
    list: call('get', lists, { answer: z.array(folderSchema) }),
    create: call('post', lists, { body: folderNameBody, answer: folderSchema, status: 201, errors: ['reserved_name'] }),
    get: call('get', `${lists}/:id`, { params: id, answer: folderSchema, errors: seen }),
    items: call('get', `${lists}/:id/items`, {
      params: id,
      query: itemsQuery,
      answer: z.array(itemSchema),
      errors: guarded,
    }),
    permissions: call('get', `${lists}/:id/permissions`, {
      params: id,
      answer: folderPermissionsSchema,
      errors: seen,
    }),
    rename: call('put', `${lists}/:id`, {
      params: id,
      body: folderNameBody,
      answer: folderSchema,
      errors: [...guarded, 'reserved_name'],
    }),
    remove: call('delete', `${lists}/:id`, {
      params: id,
      answer: noContentSchema,
      status: 204,
      errors: [...guarded, 'reserved_name'],
    }),
    leave: call('delete', `${lists}/:id/leave`, {
      params: id,
      answer: noContentSchema,
      status: 204,
      errors: [...guarded, 'conflict'],
    }),
    invite: call('post', `${lists}/:id/invite`, {
      params: id,
      body: inviteBody,
      answer: invitationSchema,
      status: 201,
      errors: [...guarded, 'conflict', 'reserved_name', 'already_member', 'already_invited'],
    }),
    shares: call('get', `${lists}/:id/shares`, { params: id, answer: z.array(shareSchema), errors: guarded }),
    invitations: call('get', `${lists}/:id/invitations`, {
      params: id,
      answer: z.array(invitationSchema),
      errors: guarded,
    }),
    changes: call('get', `${lists}/:id/changes`, {
      params: id,
      query: changesQuery,
      answer: changesAnswerSchema,
      errors: guarded,
    }),
    undo: call('post', `${lists}/:id/changes/:rev/undo`, {
      params: id.extend({ rev: z.coerce.number().int().min(1) }),
      answer: changeSchema,
      errors: [...guarded, 'conflict', 'already_in_folder'],
    }),
    shared: call('get', shared, { answer: z.array(folderSchema) }),
    myInvitations: call('get', invitations, { answer: z.array(invitationSchema) }),
    sendInvitation: call('post', invitations, {
      body: sendInvitationBody,
      answer: invitationSchema,
      status: 201,
      errors: [...guarded, 'conflict', 'reserved_name', 'already_member', 'already_invited'],
    }),
    respond: call('post', `${invitations}/:id/respond`, {
      params: id,
      body: respondBody,
      answer: invitationSchema,
      errors: [...seen, 'already_answered'],
    }),
    withdraw: call('delete', `${invitations}/:id`, {
      params: id,
      answer: noContentSchema,
      status: 204,
      errors: [...guarded, 'already_answered'],
    }),
    setPermissions: call('put', `${shares}/:id/permissions`, {
      params: id,
      body: flagsBody,
      answer: shareSchema,
      errors: guarded,
    }),
    revoke: call('delete', `${shares}/:id`, { params: id, answer: noContentSchema, status: 204, errors: guarded }),
  };
}

export type ListCalls = ReturnType<typeof listCalls>;

/** The calls on lists, by family. */
export const listApi: Record<FamilyKey, ListCalls> = {
  folder: listCalls(families.folder),
  category: listCalls(families.category),
};

export const accountApi = {
  currentUser: call('get', '/api/auth/user', { answer: userSchema }),
  register: call('post', '/api/auth/register', {
    body: registerBody,
    answer: userSchema,
    status: 201,
    errors: ['taken', 'forbidden'],
    isPublic: true,
  }),
  login: call('post', '/api/auth/login', {
    body: loginBody,
    answer: userSchema,
    errors: ['unauthorized', 'forbidden'],
    isPublic: true,
  }),
} as const;

export const settingsApi = {
  setUsername: call('put', '/api/user/username', { body: usernameBody, answer: userSchema, errors: ['taken'] }),
  isUsernameAvailable: call('get', '/api/user/username/available/:username', {
    params: z.object({ username: z.string() }),
    answer: z.object({ available: z.boolean() }),
  }),
  setPassword: call('put', '/api/user/password', {
    body: passwordBody,
    answer: noContentSchema,
    status: 204,
    errors: ['forbidden'],
  }),
  keys: call('get', '/api/user/single-sign-on', { answer: keysSchema }),
  /** Answers where the browser is to go; it comes back to Account Settings. */
  connect: call('post', '/api/user/single-sign-on', {
    body: connectBody,
    answer: z.object({ url: z.string() }),
    errors: ['not_found', 'forbidden', 'conflict', 'upstream'],
  }),
  disconnect: call('delete', '/api/user/single-sign-on', {
    answer: noContentSchema,
    status: 204,
    errors: ['conflict'],
  }),
  /** Multipart, with the picture in the field `profileImage`. */
  uploadPicture: call('post', '/api/user/profile-image/upload', {
    answer: userSchema,
    errors: ['too_large', 'unsupported_media_type'],
  }),
} as const;

const reviewClash = ['conflict', 'not_found', 'upstream'] as const;

export const reviewApi = {
  mine: call('get', '/api/reviews/my-review/:mediaType/:tmdbId', {
    params: reviewedTitleParams,
    answer: reviewSchema.nullable(),
  }),
  create: call('post', '/api/reviews', { body: reviewBody, answer: reviewSchema, status: 201, errors: reviewClash }),
  update: call('put', '/api/reviews/:id', { params: id, body: reviewUpdateBody, answer: reviewSchema, errors: seen }),
  remove: call('delete', '/api/reviews/:id', { params: id, answer: noContentSchema, status: 204, errors: seen }),
  backfill: call('post', '/api/reviews/backfill', {
    answer: z.object({ backfilledCount: z.int().min(0) }),
    errors: ['upstream'],
  }),
} as const;

export const recommendationApi = {
  forYou: call('get', '/api/recommendations', {
    query: recommendationsQuery,
    answer: recommendationsSchema,
    errors: ['upstream'],
  }),
  guess: call('get', '/api/recommendations/guess/:mediaType/:tmdbId', {
    params: recommendedTitleParams,
    answer: ratingGuessSchema,
    errors: ['upstream'],
  }),
  dismiss: call('post', '/api/recommendations/dismissed', {
    body: dismissBody,
    answer: noContentSchema,
    status: 204,
  }),
  restore: call('delete', '/api/recommendations/dismissed/:mediaType/:tmdbId', {
    params: recommendedTitleParams,
    answer: noContentSchema,
    status: 204,
  }),
  settings: call('get', '/api/recommendations/settings', { answer: recommendationSettingsSchema }),
  setSettings: call('put', '/api/recommendations/settings', {
    body: recommendationSettingsSchema,
    answer: recommendationSettingsSchema,
  }),
} as const;

/** What fits everybody who shares a list, in one family's words. */
function groupCalls(family: Family) {
  return {
    forList: call('get', `${family.api.lists}/:id/recommendations`, {
      params: id,
      query: groupRecommendationsQuery,
      answer: groupRecommendationsSchema,
      errors: [...guarded, 'upstream'],
    }),
  };
}

export const groupRecommendationApi = {
  folder: groupCalls(families.folder),
  category: groupCalls(families.category),
};

export const configSchema = z.object({
  imageBase: z.string(),
  source: z.enum(['catalogue', 'tmdb']),
  attribution: z.string(),
  /** Whether a language model can rank recommendations for those who agree to it. */
  hasModel: z.boolean(),
  /** Whether there are accounts with a password. */
  hasLocalAccounts: z.boolean(),
  hasSingleSignOn: z.boolean(),
  build: z.string(),
});
export type Config = z.infer<typeof configSchema>;

export const appApi = {
  config: call('get', '/api/config', { answer: configSchema, isPublic: true }),
} as const;

/** Another's lists, in one family's words. */
function profileCalls(family: Family) {
  const lists = `/api/users/:userId/${family.nouns}`;
  const owner = z.object({ userId: idSchema });
  const list = owner.extend({ id: idSchema });
  return {
    lists: call('get', lists, { params: owner, answer: z.array(profileFolderSchema), errors: seen }),
    list: call('get', `${lists}/:id`, { params: list, answer: profileFolderSchema, errors: seen }),
    items: call('get', `${lists}/:id/items`, {
      params: list,
      query: itemsQuery,
      answer: z.array(itemSchema),
      errors: seen,
    }),
  };
}

export const profileApi = { folder: profileCalls(families.folder), category: profileCalls(families.category) };

export const userApi = {
  get: call('get', '/api/users/:id', { params: id, answer: userSchema, errors: seen }),
  list: call('get', '/api/users', { answer: z.array(directoryUserSchema) }),
  all: call('get', '/api/users/all', { answer: z.array(directoryUserSchema) }),
  search: call('get', '/api/users/search', { query: searchUsersQuery, answer: z.array(contactSchema) }),
  pin: call('post', '/api/users/:id/pin', {
    params: id,
    answer: z.object({ isPinned: z.boolean() }),
    errors: ['not_found', 'conflict'],
  }),
} as const;

export const itemApi = {
  add: call('post', '/api/watchlist', {
    body: addItemBody,
    answer: itemSchema,
    status: 201,
    errors: [...guarded, 'already_in_folder'],
  }),
  list: call('get', '/api/watchlist', {
    query: itemsQuery.extend(folderRefShape).refine(({ folderId, categoryId }) => !(folderId && categoryId), {
      path: ['folderId'],
      message: 'Name one of folderId and categoryId',
    }),
    answer: z.array(itemSchema),
    errors: guarded,
  }),
  setWatched: call('patch', '/api/watchlist/:id/watched', {
    params: id,
    body: watchedBody,
    answer: itemSchema,
    errors: guarded,
  }),
  remove: call('delete', '/api/watchlist/:id', {
    params: id,
    answer: noContentSchema,
    status: 204,
    errors: guarded,
  }),
} as const;

const tmdbId = z.object({ id: z.coerce.number().int().positive() });
const page = z.coerce.number().int().min(1).max(limits.titlePages).default(1);
const pageQuery = z.object({ page });
const titleSearchQuery = z.object({ q: z.string().trim().max(200).default(''), page });
const known = ['not_found', 'upstream'] as const;

function titleCalls<T extends z.ZodType, D extends z.ZodType>(mediaType: 'movie' | 'tv', title: T, details: D) {
  const lists = mediaType === 'movie' ? '/api/movies' : '/api/tv';
  const one = `/api/${mediaType}/:id`;
  return {
    popular: call('get', `${lists}/popular`, {
      query: pageQuery.extend(titleFiltersQuery.shape),
      answer: pageOf(title),
      errors: ['upstream'],
    }),
    search: call('get', `${lists}/search`, { query: titleSearchQuery, answer: pageOf(title), errors: ['upstream'] }),
    details: call('get', one, { params: tmdbId, answer: details, errors: known }),
    credits: call('get', `${one}/credits`, { params: tmdbId, answer: creditsSchema, errors: known }),
    videos: call('get', `${one}/videos`, { params: tmdbId, answer: videosSchema, errors: known }),
    recommendations: call('get', `${one}/recommendations`, {
      params: tmdbId,
      query: pageQuery,
      answer: pageOf(title),
      errors: known,
    }),
    externalRatings: call('get', `${one}/external-ratings`, {
      params: tmdbId,
      answer: externalRatingsSchema,
      errors: known,
    }),
    watchProviders: call('get', `${one}/watch-providers`, {
      params: tmdbId,
      answer: watchProvidersSchema,
      errors: known,
    }),
  };
}

export const titleApi = {
  movie: titleCalls('movie', movieSchema, movieDetailsSchema),
  tv: titleCalls('tv', tvShowSchema, tvDetailsSchema),
  person: {
    popular: call('get', '/api/person/popular', {
      query: pageQuery,
      answer: pageOf(personSchema),
      errors: ['upstream'],
    }),
    search: call('get', '/api/person/search', {
      query: titleSearchQuery,
      answer: pageOf(personSchema),
      errors: ['upstream'],
    }),
    details: call('get', '/api/person/:id', { params: tmdbId, answer: personSchema, errors: known }),
    movieCredits: call('get', '/api/person/:id/movie_credits', {
      params: tmdbId,
      answer: movieCreditsSchema,
      errors: known,
    }),
    tvCredits: call('get', '/api/person/:id/tv_credits', { params: tmdbId, answer: tvCreditsSchema, errors: known }),
  },
} as const;

/** Every call there is: what OpenAPI lists, and what the tests hold the mounted routes against. */
export const allCalls: readonly Call[] = [
  accountApi,
  settingsApi,
  appApi,
  userApi,
  profileApi.folder,
  profileApi.category,
  listApi.folder,
  listApi.category,
  itemApi,
  reviewApi,
  recommendationApi,
  groupRecommendationApi.folder,
  groupRecommendationApi.category,
  titleApi.movie,
  titleApi.tv,
  titleApi.person,
].flatMap((group): Call[] => Object.values(group));
