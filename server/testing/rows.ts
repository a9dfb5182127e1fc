import { randomUUID } from 'node:crypto';
import { accountApi, settingsApi } from '../../common/api/account.ts';
import { appApi } from '../../common/api/app.ts';
import type { Call } from '../../common/api/call.ts';
import { invitationLinkApi } from '../../common/api/invitationLinks.ts';
import { itemApi } from '../../common/api/items.ts';
import { listApi } from '../../common/api/lists.ts';
import { operatorApi } from '../../common/api/operator.ts';
import { playApi } from '../../common/api/plays.ts';
import { guestApi, listPollApi, pollApi } from '../../common/api/polls.ts';
import { groupRecommendationApi, recommendationApi } from '../../common/api/recommendations.ts';
import { reportApi } from '../../common/api/reports.ts';
import { reviewApi } from '../../common/api/reviews.ts';
import { securityApi } from '../../common/api/security.ts';
import { titleApi } from '../../common/api/titles.ts';
import { profileApi, userApi } from '../../common/api/users.ts';
import { families, familyKeys } from '../../common/families.ts';
import { titleFacts } from './people.ts';
import { playBodyOf } from './plays.ts';
import { folder, isNonsense, open, type Row, type Rows } from './row.ts';
import { itemRows, linkRows, listRows } from './rows.lists.ts';
import { operatorRows } from './rows.operator.ts';
import { guestRows, listPollRows, pollRows } from './rows.polls.ts';
import { proposeAgain, putPlay, putRemovedPlay, putReview, type Stage, unblockNobody } from './stage.ts';

const review = { params: (stage: Stage) => ({ id: stage.reviewId }) };
const title = (id: string): Row => ({ needs: 'session', passes: 200, params: () => ({ id }) });
const isOff = 'The tests run without single sign-on, so the call does not look at the request.';
const badPage = { nonsense: { query: () => ({ page: 'x' }) } };

/** All signed-in people whom the owner does not block may see the lists of a profile. The requests ask for the owner's lists. */
function profileRows(): Rows<(typeof profileApi)['folder']> {
  const about: Row = { ...open, isAboutOwner: true };
  const list = { params: (stage: Stage) => ({ userId: stage.owner.user.id, id: stage.folderId }) };
  return {
    owner: { ...about, params: (stage) => ({ id: stage.folderId }) },
    lists: { ...about, params: (stage) => ({ userId: stage.owner.user.id }) },
    list: { ...about, ...list },
    items: { ...about, ...list, nonsense: { query: () => ({ limit: 'x' }) } },
  };
}

// Signing in would end the caller's session, so these requests fail after the check of the caller.
const accountRows: Rows<typeof accountApi> = {
  currentUser: open,
  register: { needs: 'nothing', passes: 400, body: () => ({ email: 'invalid' }), nonsense: isNonsense },
  login: { needs: 'nothing', passes: 400, body: () => ({ email: 'unknown@example.com' }), nonsense: isNonsense },
  loginCode: {
    needs: 'nothing',
    passes: 409,
    body: () => ({ ticket: 'unknown', code: '123456' }),
    nonsense: { body: () => ({ ticket: 7 }) },
  },
  // The tests run without https.
  passkeyOptions: { needs: 'nothing', passes: 404 },
  passkeyLogin: { needs: 'nothing', passes: 400, body: () => ({}), nonsense: isNonsense },
};

const settingsRows: Rows<typeof settingsApi> = {
  setNames: {
    ...open,
    body: () => ({ firstName: 'Olga', lastName: null }),
    nonsense: { body: () => ({ firstName: 'Olga' }) },
  },
  setUsername: {
    ...open,
    body: () => ({ username: `u${randomUUID().replaceAll('-', '').slice(0, 18)}` }),
    nonsense: { body: () => ({ username: 'a b' }) },
  },
  isUsernameAvailable: { ...open, params: () => ({ username: 'example' }) },
  setEmail: {
    ...open,
    body: () => ({ email: `${randomUUID()}@example.com` }),
    nonsense: { body: () => ({ email: 'example' }) },
  },
  setPassword: {
    needs: 'session',
    passes: 403,
    body: () => ({ currentPassword: 'wrong', newPassword: 'another good one' }),
    nonsense: { body: () => ({ currentPassword: 'wrong', newPassword: 'short' }) },
  },
  signInMethods: open,
  connect: { needs: 'session', passes: 404, body: () => ({ currentPassword: 'wrong' }), nonsense: isOff },
  disconnect: { needs: 'session', passes: 204 },
  uploadPicture: { needs: 'session', passes: 400 },
  removePicture: open,
  exportAccount: { ...open, query: () => ({ format: 'marquee' }), nonsense: { query: () => ({ format: 'paper' }) } },
  deletionPlan: open,
  deleteAccount: {
    needs: 'session',
    passes: 403,
    body: () => ({ currentPassword: 'wrong' }),
    nonsense: { body: () => ({ lists: 'all' }) },
  },
  privacy: open,
  setPrivacy: { ...open, body: () => ({ isListed: true }), nonsense: { body: () => ({ isListed: 'yes' }) } },
};

const securityRows: Rows<typeof securityApi> = {
  confirm: {
    needs: 'session',
    passes: 403,
    body: () => ({ method: 'password', password: 'wrong' }),
    nonsense: { body: () => ({ method: 'guess' }) },
  },
  // The tests run without https.
  confirmOptions: { needs: 'session', passes: 404 },
  confirmSingleSignOn: { needs: 'session', passes: 404, body: () => ({}), nonsense: isOff },
  prepareSecondFactor: open,
  turnOnSecondFactor: {
    needs: 'session',
    passes: 409,
    body: () => ({ ticket: 'unknown', code: '123456' }),
    nonsense: { body: () => ({ code: '' }) },
  },
  turnOffSecondFactor: { needs: 'session', passes: 204 },
  renewRecoveryCodes: { needs: 'session', passes: 409 },
  passkeys: open,
  newPasskeyOptions: { needs: 'session', passes: 404 },
  addPasskey: { needs: 'session', passes: 400, body: () => ({ name: 'Phone' }), nonsense: isNonsense },
  renamePasskey: {
    needs: 'session',
    passes: 404,
    params: (stage) => ({ id: stage.folderId }),
    body: () => ({ name: 'Phone' }),
    nonsense: { body: () => ({ name: '' }) },
  },
  removePasskey: { needs: 'session', passes: 404, params: (stage) => ({ id: stage.folderId }) },
  events: { ...open, nonsense: { query: () => ({ limit: 'x' }) } },
  sessions: open,
  // Ids of sessions are their owner's own, so this one is unknown to everyone.
  endSession: { needs: 'session', passes: 404, params: () => ({ id: 'unknown' }) },
  endOtherSessions: { needs: 'session', passes: 204 },
};

const userRows: Rows<typeof userApi> = {
  get: { ...open, isAboutOwner: true, params: (stage) => ({ id: stage.owner.user.id }) },
  list: { ...open, nonsense: { query: () => ({ limit: 'x' }) } },
  all: { ...open, nonsense: { query: () => ({ limit: 'x' }) } },
  search: { ...open, query: () => ({ q: 'an' }), nonsense: { query: () => ({ q: 'x'.repeat(201) }) } },
  pin: { ...open, params: (stage) => ({ id: stage.bystander.user.id }) },
  blocks: open,
  block: { needs: 'session', passes: 204, params: (stage) => ({ id: stage.nobody.user.id }), restore: unblockNobody },
  unblock: { needs: 'session', passes: 204, params: (stage) => ({ id: stage.nobody.user.id }) },
};

const reportRows: Rows<typeof reportApi> = {
  send: {
    needs: 'session',
    passes: 204,
    ownerPasses: 409,
    isAboutOwner: true,
    body: (stage) => ({ kind: 'user', id: stage.owner.user.id, reason: 'spam' }),
    nonsense: 'Whom it is about is in the body, so the answer to an invalid one says nothing about them.',
  },
};

const play = { params: (stage: Stage) => ({ id: stage.playId }) };

const playRows: Rows<typeof playApi> = {
  add: {
    needs: 'session',
    passes: 201,
    body: () => ({ ...playBodyOf(), at: '2026-01-31T20:15:00.000Z' }),
    nonsense: { body: () => ({ tmdbId: 603, mediaType: 'radio' }) },
  },
  list: { ...open, nonsense: { query: () => ({ before: 'x' }) } },
  proposals: open,
  update: {
    needs: 'author',
    passes: 200,
    ...play,
    body: () => ({ at: null }),
    nonsense: { body: () => ({ at: 'yesterday' }) },
  },
  remove: { needs: 'author', passes: 204, ...play, restore: putPlay },
  restore: {
    needs: 'author',
    passes: 200,
    params: (stage) => ({ id: stage.removedPlayId }),
    restore: putRemovedPlay,
  },
  confirm: {
    needs: 'invitee',
    passes: 200,
    params: (stage) => ({ id: stage.proposalId }),
    body: () => ({ status: 'accepted' }),
    nonsense: { body: () => ({ status: 'perhaps' }) },
    restore: proposeAgain,
  },
};

const reviewRows: Rows<typeof reviewApi> = {
  mine: { ...open, params: () => ({ mediaType: 'movie', tmdbId: '603' }) },
  create: {
    needs: 'session',
    passes: 201,
    body: () => ({ ...titleFacts(), rating: 3 }),
    nonsense: { body: () => ({ ...titleFacts(), rating: 0 }) },
  },
  update: {
    needs: 'author',
    passes: 200,
    ...review,
    body: () => ({ rating: 5 }),
    nonsense: { body: () => ({ rating: 6 }) },
  },
  remove: { needs: 'author', passes: 204, ...review, restore: putReview },
  missing: open,
  backfill: { ...open, nonsense: { query: () => ({ after: 'x' }) } },
};

const recommended = { params: () => ({ mediaType: 'movie', tmdbId: '603' }) };

const recommendationRows: Rows<typeof recommendationApi> = {
  forYou: { ...open, nonsense: { query: () => ({ limit: '99' }) } },
  guess: { ...open, ...recommended },
  dismiss: {
    needs: 'session',
    passes: 204,
    body: () => ({ mediaType: 'movie', tmdbId: 603 }),
    nonsense: { body: () => ({ mediaType: 'radio', tmdbId: 603 }) },
  },
  restore: { needs: 'session', passes: 204, ...recommended },
  settings: open,
  setSettings: { ...open, body: () => ({ useModel: false }), nonsense: { body: () => ({ useModel: 'yes' }) } },
};

function titleRows(id: string): Rows<(typeof titleApi)['movie']> {
  const one = title(id);
  return {
    popular: { ...open, ...badPage },
    search: { ...open, query: () => ({ q: 'matrix' }), ...badPage },
    details: one,
    credits: one,
    videos: one,
    recommendations: { ...one, ...badPage },
    externalRatings: one,
    watchProviders: one,
  };
}

const personRows: Rows<(typeof titleApi)['person']> = {
  popular: { ...open, ...badPage },
  search: { ...open, query: () => ({ q: 'keanu' }), ...badPage },
  details: title('6384'),
  movieCredits: title('6384'),
  tvCredits: title('6384'),
};

export interface MatrixCase extends Row {
  name: string;
  call: Call;
}

function casesOf<Calls extends Record<keyof Calls, Call>>(
  calls: Calls,
  rows: Rows<NoInfer<Calls>>,
  suffix = '',
): MatrixCase[] {
  return (Object.keys(rows) as (keyof Calls)[]).map((name) => {
    const call: Call = calls[name];
    const row: Row = rows[name];
    return { ...row, call, name: `${call.method} ${call.path}${suffix}` };
  });
}

/** Every call of the contract, for both families. A call without a row does not compile. */
export const matrix: readonly MatrixCase[] = [
  ...casesOf(accountApi, accountRows),
  ...casesOf(settingsApi, settingsRows),
  ...casesOf(operatorApi, operatorRows),
  ...casesOf(securityApi, securityRows),
  ...casesOf(appApi, { config: { needs: 'nothing', passes: 200 } }),
  ...casesOf(userApi, userRows),
  ...casesOf(reportApi, reportRows),
  ...casesOf(playApi, playRows),
  ...casesOf(reviewApi, reviewRows),
  ...casesOf(recommendationApi, recommendationRows),
  ...casesOf(invitationLinkApi, linkRows),
  ...casesOf(pollApi, pollRows),
  ...casesOf(guestApi, guestRows),
  ...casesOf(titleApi.movie, titleRows('603')),
  ...casesOf(titleApi.tv, titleRows('1399')),
  ...casesOf(titleApi.person, personRows),
  ...familyKeys.flatMap((key) => [
    ...casesOf(profileApi[key], profileRows()),
    ...casesOf(itemApi, itemRows(key), ` by ${families[key].idName}`),
    ...casesOf(listApi[key], listRows(key)),
    ...casesOf(listPollApi[key], listPollRows()),
    ...casesOf(groupRecommendationApi[key], {
      forList: { needs: 'canView', passes: 200, ...folder, nonsense: { query: () => ({ limit: 'x' }) } },
    }),
  ]),
];
