import { randomUUID } from 'node:crypto';
import { accountApi, securityApi, settingsApi, tokenApi } from '../../common/api/account.ts';
import { appApi } from '../../common/api/app.ts';
import type { Call } from '../../common/api/call.ts';
import { commentApi, type ListCommentCalls, listCommentApi } from '../../common/api/comments.ts';
import { importApi } from '../../common/api/imports.ts';
import {
  feedApi,
  groupRecommendationApi,
  playApi,
  progressApi,
  recommendationApi,
  reportApi,
  reviewApi,
  type WatchGroupCalls,
  watchGroupApi,
} from '../../common/api/library.ts';
import { invitationLinkApi, itemApi, type ListCalls, listApi, publicLinkApi } from '../../common/api/lists.ts';
import { channelApi, type ListNoticeCalls, listNoticeApi, noticeApi } from '../../common/api/notices.ts';
import { operatorApi } from '../../common/api/operator.ts';
import { playerApi, scrobbleApi } from '../../common/api/players.ts';
import { guestApi, type ListPollCalls, listPollApi, pollApi } from '../../common/api/polls.ts';
import { requestApi, titleApi } from '../../common/api/titles.ts';
import { profileApi, userApi } from '../../common/api/users.ts';
import { type ListWebhookCalls, listWebhookApi, webhookApi } from '../../common/api/webhooks.ts';
import { type FamilyKey, families, familyKeys } from '../../common/families.ts';
import { importedRow } from './imports.ts';
import { only, signUp, titleFacts } from './people.ts';
import { playBodyOf } from './plays.ts';
import { folder, isNonsense, open, type Row, type Rows } from './row.ts';
import {
  comeBack,
  inviteAgain,
  leaveAfterJoining,
  proposeAgain,
  putChannel,
  putComment,
  putDeletedFolder,
  putGuest,
  putImport,
  putInvitation,
  putItem,
  putJoinRequest,
  putLink,
  putPlay,
  putPlayer,
  putPoll,
  putRemovedComment,
  putRemovedPlay,
  putReview,
  putShare,
  putWebhook,
  type Stage,
  startOver,
  unblockNobody,
  withdrawOffer,
} from './stage.ts';

const item = { params: (stage: Stage) => ({ id: stage.itemId }) };
const share = { params: (stage: Stage) => ({ id: stage.shareId }) };

const offer = (stage: Stage) => ({ invitedUserId: stage.bystander.user.id });

/** The calls on a list, its log, members and invitations. */
function listRows(key: FamilyKey): Rows<ListCalls> {
  return {
    list: { ...open, nonsense: { query: () => ({ limit: 'x' }) } },
    create: { needs: 'session', passes: 201, body: () => ({ name: 'New' }), nonsense: { body: () => ({ name: 7 }) } },
    search: { ...open, query: () => ({ q: 'noir' }), nonsense: { query: () => ({ q: 'x'.repeat(201) }) } },
    get: { needs: 'member', passes: 200, ...folder },
    items: { needs: 'canView', passes: 200, ...folder, nonsense: { query: () => ({ limit: 'x' }) } },
    removeItems: {
      needs: 'canRemove',
      passes: 200,
      ...folder,
      body: (stage) => ({ itemIds: [stage.itemId] }),
      nonsense: { body: () => ({ itemIds: 'all' }) },
      restore: putItem,
    },
    permissions: { needs: 'member', passes: 200, ...folder },
    rename: {
      needs: 'canEdit',
      passes: 200,
      ...folder,
      body: () => ({ name: 'Renamed' }),
      nonsense: { body: () => ({ name: 7 }) },
    },
    setVisibility: {
      needs: 'owner',
      passes: 200,
      ...folder,
      body: () => ({ visibility: null }),
      nonsense: { body: () => ({ visibility: 'friends' }) },
    },
    file: {
      needs: 'canView',
      passes: 200,
      ...folder,
      query: () => ({ format: 'json' }),
      nonsense: { query: () => ({ format: 'paper' }) },
    },
    leave: { needs: 'member', passes: 204, ownerPasses: 409, ...folder, restore: comeBack },
    invite: {
      needs: 'canShare',
      passes: 201,
      ...folder,
      body: offer,
      nonsense: { body: () => ({ invitedUserId: 7 }) },
      restore: withdrawOffer,
    },
    shares: { needs: 'owner', passes: 200, ...folder },
    invitations: { needs: 'canShare', passes: 200, ...folder },
    links: { needs: 'canShare', passes: 200, ...folder },
    createLink: {
      needs: 'canShare',
      passes: 201,
      ...folder,
      body: () => only(),
      nonsense: { body: () => ({ maxUses: 'many' }) },
    },
    publicLinks: { needs: 'canShare', passes: 200, ...folder },
    createPublicLink: {
      needs: 'canShare',
      passes: 201,
      ...folder,
      body: () => ({ showsNotes: false, showsNames: false, expiresInDays: null }),
      nonsense: { body: () => ({ expiresInDays: 0 }) },
      restore: endPublicLinks,
    },
    publicLinkSetting: { needs: 'canShare', passes: 200, ...folder },
    setPublicLinkSetting: {
      needs: 'owner',
      passes: 200,
      ...folder,
      body: () => ({ isAllowed: true }),
      nonsense: { body: () => ({ isAllowed: 'perhaps' }) },
    },
    radarr: { needs: 'canView', passes: 200, ...folder },
    sonarr: { needs: 'canView', passes: 200, ...folder },
    changes: { needs: 'canView', passes: 200, ...folder, nonsense: { query: () => ({ since: 'x' }) } },
    undo: {
      needs: 'owner',
      passes: 200,
      params: (stage) => ({ id: stage.folderId, rev: stage.rev }),
      restore: putItem,
    },
    undoRemovals: {
      needs: 'canRemove',
      passes: 200,
      ...folder,
      body: () => ({ revs: [1] }),
      nonsense: { body: () => ({ revs: 'all' }) },
    },
    seen: { needs: 'canView', passes: 200, ...folder },
    setSeenConsent: {
      needs: 'member',
      passes: 204,
      ...folder,
      body: () => ({ shows: true }),
      nonsense: { body: () => ({ shows: 'yes' }) },
    },
    statistics: { needs: 'canView', passes: 200, ...folder, nonsense: { query: () => ({ year: 'last' }) } },
    shared: { ...open, nonsense: { query: () => ({ limit: 'x' }) } },
    deleted: open,
    restore: {
      needs: 'author',
      passes: 200,
      params: (stage) => ({ id: stage.deletedFolderId }),
      restore: putDeletedFolder,
    },
    ...invitationRows(key),
    ...joinRequestRows,
    setPermissions: {
      needs: 'canManage',
      passes: 200,
      ...share,
      body: () => only(),
      nonsense: { body: () => ({ ...only(), canView: false }) },
    },
    revoke: { needs: 'canManage', passes: 204, ...share, restore: putShare },
    remove: { needs: 'owner', passes: 204, ...folder, restore: startOver },
  };
}

function invitationRows(
  key: FamilyKey,
): Rows<Pick<ListCalls, 'myInvitations' | 'sendInvitation' | 'respond' | 'withdraw'>> {
  const named = (stage: Stage) => ({ [families[key].idName]: stage.folderId });
  return {
    myInvitations: open,
    sendInvitation: {
      needs: 'canShare',
      passes: 201,
      body: (stage) => ({ ...named(stage), ...offer(stage), ...only() }),
      nonsense: { body: (stage) => ({ ...named(stage), ...offer(stage), canView: 7 }) },
      restore: withdrawOffer,
    },
    respond: {
      needs: 'invitee',
      passes: 200,
      params: (stage) => ({ id: stage.ownInvitationId }),
      body: () => ({ status: 'declined' }),
      nonsense: { body: () => ({ status: 'perhaps' }) },
      restore: inviteAgain,
    },
    withdraw: {
      needs: 'owner',
      passes: 204,
      params: (stage) => ({ id: stage.invitationId }),
      restore: putInvitation,
    },
  };
}

/** The calls on items, with the list named as by one family. */
function itemRows(key: FamilyKey): Rows<typeof itemApi> {
  const named = (stage: Stage) => ({ [families[key].idName]: stage.folderId });
  return {
    add: {
      needs: 'canAdd',
      passes: 201,
      body: (stage) => ({ ...named(stage), ...titleFacts() }),
      nonsense: { body: (stage) => ({ ...named(stage), title: 7 }) },
    },
    list: {
      needs: 'canView',
      passes: 200,
      query: named,
      nonsense: { query: (stage) => ({ ...named(stage), limit: 'x' }) },
    },
    setWatched: {
      needs: 'canAdd',
      passes: 200,
      ...item,
      body: () => ({ watched: true }),
      nonsense: { body: () => ({ watched: 7 }) },
    },
    setNote: {
      needs: 'canAdd',
      passes: 200,
      ...item,
      body: () => ({ note: 'For Friday' }),
      nonsense: { body: () => ({ note: 7 }) },
    },
    move: {
      needs: 'canEdit',
      passes: 200,
      ...item,
      body: (stage) => ({ afterId: stage.itemId, beforeId: null }),
      nonsense: { body: () => ({ afterId: null, beforeId: null }) },
    },
    remove: { needs: 'canRemove', passes: 204, ...item, restore: putItem },
  };
}

const linkRows: Rows<typeof invitationLinkApi> = {
  offer: { needs: 'nothing', passes: 200, params: (stage) => ({ token: stage.link.token }), isAboutOwner: true },
  join: {
    needs: 'session',
    passes: 200,
    params: (stage) => ({ token: stage.link.token }),
    isAboutOwner: true,
    restore: leaveAfterJoining,
  },
  // The tests send no mail.
  mail: {
    needs: 'canShare',
    passes: 404,
    params: (stage) => ({ id: stage.link.id }),
    body: () => ({ email: 'dora@example.com' }),
    nonsense: { body: () => ({ email: 'example' }) },
  },
  revoke: { needs: 'owner', passes: 204, params: (stage) => ({ id: stage.link.id }), restore: putLink },
};

/** There is no public link in the stage, so nobody may end it, and nobody learns of it. */
const publicLinkRows: Rows<typeof publicLinkApi> = {
  revoke: { needs: 'session', passes: 404, params: (stage) => ({ id: stage.folderId }) },
};

/** So that the limit of a list is not reached. */
async function endPublicLinks({ owner, folderId }: Stage): Promise<void> {
  await owner.put(`/api/folders/${folderId}/public-links/setting`, { isAllowed: false });
  await owner.put(`/api/folders/${folderId}/public-links/setting`, { isAllowed: true });
}

/** The test server has no Seerr. */
const requestRows: Rows<typeof requestApi> = {
  get: { ...open, params: () => ({ mediaType: 'movie', tmdbId: '603' }) },
  create: {
    needs: 'session',
    passes: 403,
    body: () => ({ mediaType: 'movie', tmdbId: 603 }),
    nonsense: { body: () => ({ mediaType: 'book', tmdbId: 0 }) },
  },
};

const feedRows: Rows<typeof feedApi> = {
  list: open,
  create: {
    needs: 'session',
    passes: 201,
    body: () => ({ kind: 'calendar' }),
    nonsense: { body: () => ({ kind: 'everything' }) },
  },
  revoke: { needs: 'session', passes: 404, params: (stage) => ({ id: stage.folderId }) },
};

type JoinRequestCall = 'joinRequests' | 'joinState' | 'askToJoin' | 'withdrawJoinRequest' | 'answerJoinRequest';

/** The calls of people who ask to join a list, and of those who answer them. */
const joinRequestRows: Rows<Pick<ListCalls, JoinRequestCall>> = {
  joinRequests: { needs: 'canShare', passes: 200, ...folder },
  joinState: { ...open, ...folder, isAboutOwner: true },
  askToJoin: { needs: 'newcomer', passes: 200, ...folder, isAboutOwner: true, restore: withdrawAgain },
  withdrawJoinRequest: { needs: 'session', passes: 204, ...folder, isAboutOwner: true },
  answerJoinRequest: {
    needs: 'canShare',
    passes: 204,
    params: (stage) => ({ id: stage.folderId, userId: stage.bystander.user.id }),
    body: () => ({ status: 'accepted' }),
    nonsense: { body: () => ({ status: 'perhaps' }) },
    restore: askAgain,
  },
};

async function withdrawAgain({ people, folderId }: Stage, role: string): Promise<void> {
  await people[role]?.delete(`/api/folders/${folderId}/join-requests/me`);
}

/** Ends the membership of the bystander, who asks once more. */
async function askAgain(stage: Stage): Promise<void> {
  await stage.bystander.delete(`/api/folders/${stage.folderId}/leave`);
  await putJoinRequest(stage);
}

const forOperators = { needs: 'operator', passes: 200 } as const;
const account: Row = { needs: 'operator', passes: 204, params: (stage) => ({ id: stage.subject.user.id }) };

const operatorRows: Rows<typeof operatorApi> = {
  accounts: { ...forOperators, nonsense: { query: () => ({ limit: 'x' }) } },
  disable: account,
  enable: account,
  makeOperator: account,
  removeOperator: account,
  allowRequests: account,
  endRequests: account,
  resetPassword: { ...account, passes: 200 },
  deleteAccount: { ...account, restore: putSubject },
  settings: forOperators,
  setSettings: {
    ...forOperators,
    body: () => ({ name: 'Marquee' }),
    nonsense: { body: () => ({ name: '' }) },
  },
  // Nothing answers at the address of OMDb in these tests, so the key is stored without being checked.
  setKey: {
    ...forOperators,
    params: () => ({ service: 'omdb' }),
    body: () => ({ key: 'a-key' }),
    nonsense: { body: () => ({ key: '' }) },
  },
  removeKey: {
    needs: 'operator',
    passes: 204,
    params: () => ({ service: 'omdb' }),
  },
  links: forOperators,
  createLink: { needs: 'operator', passes: 201, nonsense: { body: () => ({ maxUses: 0 }) } },
  revokeLink: {
    needs: 'operator',
    passes: 204,
    params: (stage) => ({ id: stage.instanceLinkId }),
    restore: putInstanceLink,
  },
  listLinks: { ...forOperators, nonsense: { query: () => ({ limit: 'x' }) } },
  endListLink: { needs: 'operator', passes: 204, params: (stage) => ({ id: stage.link.id }), restore: putLink },
  storage: forOperators,
  // The tests' data is in a database of their own, which is not backed up like the embedded one.
  backUp: { needs: 'operator', passes: 409 },
  setBackups: {
    needs: 'operator',
    passes: 409,
    body: () => ({ everyDays: 1, keep: 7 }),
    nonsense: { body: () => ({ everyDays: 0, keep: 7 }) },
  },
  health: forOperators,
  // As the backup.
  checkData: { needs: 'operator', passes: 409 },
  reports: { ...forOperators, nonsense: { query: () => ({ limit: 'x' }) } },
  waitingReports: forOperators,
  resolveReport: { needs: 'operator', passes: 204, params: (stage) => ({ id: stage.reportId }) },
};

async function putSubject(stage: Stage): Promise<void> {
  stage.subject = await signUp(stage.server);
}

async function putInstanceLink(stage: Stage): Promise<void> {
  const { body } = (await stage.people.operator?.post('/api/admin/invitation-links', {})) ?? {};
  stage.instanceLinkId = body.id;
}

const poll = { params: (stage: Stage) => ({ id: stage.pollId }) };

/** The calls on the polls of a list. The stage's poll is open, so no other one can be opened. */
function listPollRows(): Rows<ListPollCalls> {
  return {
    open: {
      needs: 'canView',
      passes: 409,
      ...folder,
      body: () => ({ count: 3, includePicks: false, hasOpenBallots: false }),
      nonsense: { body: () => ({ count: 99 }) },
    },
    current: { needs: 'canView', passes: 200, ...folder },
    history: { needs: 'canView', passes: 200, ...folder },
  };
}

const managed: Row = { needs: 'canManage', passes: 200, ...poll };

/** The calls on one poll, in which the owner and all members take part. The owner has opened it. */
const pollRows: Rows<typeof pollApi> = {
  get: { needs: 'canView', passes: 200, guestPasses: 200, ...poll },
  join: { needs: 'canView', passes: 200, ...poll },
  getBallot: { needs: 'canView', passes: 200, guestPasses: 200, ...poll },
  setBallot: {
    needs: 'canView',
    passes: 200,
    guestPasses: 200,
    ...poll,
    body: () => ({ marks: {}, veto: null, isReady: false }),
    nonsense: { body: () => ({ marks: { 'movie:1': 7 }, isReady: false }) },
  },
  start: managed,
  reveal: { ...managed, restore: putPoll },
  close: { ...managed, body: () => ({}), nonsense: { body: () => ({ watchedKey: 7 }) }, restore: putPoll },
  createGuestLink: { needs: 'canShare', passes: 201, ...poll },
  endGuestLink: { needs: 'canShare', passes: 204, ...poll },
  removeGuest: {
    needs: 'canManage',
    passes: 204,
    params: (stage) => ({ id: stage.pollId, guestId: stage.guestId }),
    restore: putGuest,
  },
  // Last, because the callers take part in all others.
  leave: { needs: 'canView', passes: 204, guestPasses: 204, ...poll, restore: putPoll },
};

/** The calls of people with a guest link. */
const guestRows: Rows<typeof guestApi> = {
  offer: { needs: 'nothing', passes: 200, params: (stage) => ({ token: stage.guestToken }), isAboutOwner: true },
  // Joining would make the callers guests, so this request fails after the check of the caller.
  join: {
    needs: 'nothing',
    passes: 400,
    params: (stage) => ({ token: stage.guestToken }),
    body: () => ({ name: '' }),
    nonsense: isNonsense,
  },
};

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
  // The tests send no mail.
  forgotPassword: { needs: 'nothing', passes: 400, body: () => ({ email: 'x' }), nonsense: isNonsense },
  resetPassword: { needs: 'nothing', passes: 400, body: () => ({}), nonsense: isNonsense },
  confirmEmail: { needs: 'nothing', passes: 400, body: () => ({}), nonsense: isNonsense },
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
  sendEmailLink: { needs: 'session', passes: 404 },
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

const tokenRows: Rows<typeof tokenApi> = {
  list: open,
  create: {
    needs: 'session',
    passes: 201,
    body: () => ({ name: 'Script', scopes: ['read'], expiresInDays: null }),
    nonsense: { body: () => ({ name: '', scopes: [], expiresInDays: 0 }) },
  },
  revoke: { needs: 'session', passes: 404, params: (stage) => ({ id: stage.folderId }) },
};

const hookAddress = { name: 'Chat', address: 'https://localhost:9/hook', events: ['item:added'] };
const webhook = { needs: 'author', passes: 200, params: (stage: Stage) => ({ id: stage.webhookId }) } as const;

const webhookRows: Rows<typeof webhookApi> = {
  list: open,
  create: {
    needs: 'session',
    passes: 201,
    body: () => hookAddress,
    nonsense: { body: () => ({ ...hookAddress, address: 'ftp://localhost' }) },
  },
  update: { ...webhook, body: () => ({ name: 'Other' }), nonsense: { body: () => ({ events: [] }) } },
  remove: { ...webhook, passes: 204, restore: putWebhook },
  rotate: webhook,
  deliveries: webhook,
  resend: { ...webhook, params: (stage) => ({ id: stage.webhookId, deliveryId: stage.deliveryId }) },
  test: { ...webhook, passes: 201 },
};

function listWebhookRows(): Rows<ListWebhookCalls> {
  return {
    list: { needs: 'canManage', passes: 200, ...folder },
    create: {
      needs: 'canManage',
      passes: 201,
      ...folder,
      body: () => hookAddress,
      nonsense: { body: () => ({ ...hookAddress, events: ['play:recorded'] }) },
    },
  };
}

const userRows: Rows<typeof userApi> = {
  get: { ...open, isAboutOwner: true, params: (stage) => ({ id: stage.owner.user.id }) },
  list: { ...open, nonsense: { query: () => ({ limit: 'x' }) } },
  all: { ...open, nonsense: { query: () => ({ limit: 'x' }) } },
  search: { ...open, query: () => ({ q: 'an' }), nonsense: { query: () => ({ q: 'x'.repeat(201) }) } },
  pin: { ...open, ownerPasses: 409, isAboutOwner: true, params: (stage) => ({ id: stage.owner.user.id }) },
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

const ownImport = { params: (stage: Stage) => ({ id: stage.importId }) };

const scrobble = () => ({
  event: 'stop',
  mediaType: 'movie',
  ids: { tmdb: 603 },
  progress: 1,
  at: '2026-01-31T20:15:00.000Z',
  player: 'Kodi',
  session: '1',
});
const anyObject = 'Any object is a body: what Marquee does not know is ignored.';

const scrobbleRows: Rows<typeof scrobbleApi> = {
  send: { needs: 'session', passes: 200, body: scrobble, nonsense: { body: () => ({ event: 'sing' }) } },
  fromPlayer: {
    needs: 'session',
    passes: 200,
    params: () => ({ sender: 'jellyfin' }),
    body: () => ({}),
    nonsense: anyObject,
  },
};

const player = { params: (stage: Stage) => ({ id: stage.playerId }) };
const part = { params: (stage: Stage) => ({ id: stage.partId }) };
const playerTitle = { params: (stage: Stage) => ({ id: stage.playerTitleId }) };

const playerRows: Rows<typeof playerApi> = {
  list: { needs: 'session', passes: 200 },
  create: {
    needs: 'session',
    passes: 201,
    body: () => ({ kind: 'plex', name: 'Attic' }),
    nonsense: { body: () => ({ kind: 'gramophone' }) },
  },
  update: {
    needs: 'author',
    passes: 200,
    ...player,
    body: () => ({ name: 'Cellar' }),
    nonsense: { body: () => ({ name: 7 }) },
  },
  renew: { needs: 'author', passes: 201, ...player },
  remove: { needs: 'author', passes: 204, ...player, restore: putPlayer },
  addPerson: {
    needs: 'author',
    passes: 201,
    ...player,
    body: (stage) => ({ role: 'companion', userId: stage.member.user.id }),
    nonsense: { body: () => ({ role: 'dog' }) },
    restore: putPlayer,
  },
  answer: {
    needs: 'author',
    passes: 204,
    ...part,
    body: () => ({ status: 'accepted' }),
    nonsense: { body: () => ({ status: 'perhaps' }) },
    restore: putPlayer,
  },
  removePerson: { needs: 'author', passes: 204, ...part, restore: putPlayer },
  unrecognised: { needs: 'session', passes: 200 },
  recognise: {
    needs: 'author',
    passes: 204,
    ...playerTitle,
    body: () => ({ mediaType: 'movie', tmdbId: 603 }),
    nonsense: { body: () => ({ mediaType: 'movie', tmdbId: 'x' }) },
    restore: putPlayer,
  },
  forget: { needs: 'author', passes: 204, ...playerTitle, restore: putPlayer },
  watching: { needs: 'session', passes: 200 },
};

const importRows: Rows<typeof importApi> = {
  create: {
    needs: 'session',
    passes: 201,
    body: () => ({ source: 'text', files: ['films.txt'], total: 1 }),
    nonsense: { body: () => ({ source: 'radio', files: [], total: 1 }) },
  },
  list: open,
  get: { needs: 'author', passes: 200, ...ownImport, nonsense: { query: () => ({ outcome: 'lost' }) } },
  addRows: {
    needs: 'author',
    passes: 200,
    ...ownImport,
    body: () => ({ from: 0, rows: [importedRow()] }),
    nonsense: { body: () => ({ from: 0, rows: 'all' }) },
  },
  choose: {
    needs: 'author',
    passes: 200,
    ...ownImport,
    body: () => ({ plays: false }),
    nonsense: { body: () => ({ plays: 'some' }) },
  },
  fixRow: {
    needs: 'author',
    passes: 200,
    params: (stage) => ({ id: stage.importId, n: '0' }),
    body: () => ({ isSkipped: true }),
    nonsense: { body: () => ({ isSkipped: 'yes' }) },
  },
  // Not all rows are there.
  apply: { needs: 'author', passes: 409, ...ownImport },
  undo: { needs: 'author', passes: 409, ...ownImport },
  remove: { needs: 'author', passes: 204, ...ownImport, restore: putImport },
};

const show = { params: () => ({ id: '1399' }) };
const act = { season: 1, episode: 2 };

const progressRows: Rows<typeof progressApi> = {
  get: { ...open, ...show, nonsense: { query: () => ({ timeZone: 'Moon' }) } },
  set: { ...open, ...show, body: () => ({ state: 'paused' }), nonsense: { body: () => ({ state: 'lost' }) } },
  upTo: { ...open, body: () => ({ tmdbId: 1399, ...act }), nonsense: { body: () => ({ tmdbId: 1399 }) } },
  season: { ...open, body: () => ({ tmdbId: 1399, season: 1 }), nonsense: { body: () => ({ tmdbId: 1399 }) } },
  removePlays: {
    ...open,
    ...show,
    query: () => ({ season: '7', all: 'true' }),
    nonsense: { query: () => ({ season: 'x' }) },
  },
  undo: {
    needs: 'author',
    passes: 200,
    params: (stage) => ({ id: stage.actId }),
    nonsense: { query: () => ({ timeZone: 'Moon' }) },
  },
  upNext: { ...open, nonsense: { query: () => ({ timeZone: 'Moon' }) } },
  all: { ...open, nonsense: { query: () => ({ timeZone: 'Moon' }) } },
  calendar: {
    needs: 'canView',
    passes: 200,
    query: (stage) => ({ from: '2026-11-01', to: '2026-11-30', folderId: stage.folderId }),
    nonsense: { query: (stage) => ({ from: 'today', to: 'x', folderId: stage.folderId }) },
  },
  statistics: { ...open, nonsense: { query: () => ({ year: 'last' }) } },
  spoilers: open,
  setSpoilers: { ...open, body: () => ({ spoilers: 'hide' }), nonsense: { body: () => ({ spoilers: 'some' }) } },
};

const noticeRows: Rows<typeof noticeApi> = {
  list: open,
  markRead: {
    needs: 'session',
    passes: 204,
    body: (stage) => ({ upTo: stage.folderId }),
    nonsense: { body: () => ({ upTo: 'all' }) },
  },
  settings: open,
  setSettings: { ...open, body: () => ({ hideTitles: false }), nonsense: { body: () => ({ topics: ['all'] }) } },
};

const listNoticeRows: Rows<ListNoticeCalls> = {
  level: { needs: 'member', passes: 200, ...folder },
  setLevel: {
    needs: 'member',
    passes: 200,
    ...folder,
    body: () => ({ level: 'mine' }),
    nonsense: { body: () => ({ level: 'most' }) },
  },
};

const channel = { needs: 'author', params: (stage: Stage) => ({ id: stage.channelId }) } as const;

const channelRows: Rows<typeof channelApi> = {
  list: open,
  create: {
    needs: 'session',
    passes: 201,
    body: () => ({ kind: 'ntfy', name: 'Phone', url: `https://localhost:9/${randomUUID()}` }),
    nonsense: { body: () => ({ kind: 'pigeon' }) },
  },
  remove: { ...channel, passes: 204, restore: putChannel },
  test: { ...channel, passes: 200 },
};

/** The calls on the comments of a list. */
function listCommentRows(): Rows<ListCommentCalls> {
  const item = { params: (stage: Stage) => ({ id: stage.folderId, itemId: stage.commentedItemId }) };
  return {
    unread: { needs: 'canView', passes: 200, ...folder },
    list: { needs: 'canView', passes: 200, ...item, nonsense: { query: () => ({ limit: 'x' }) } },
    add: {
      needs: 'canAdd',
      passes: 201,
      ...item,
      body: () => ({ text: 'What an ending!' }),
      nonsense: { body: () => ({ text: '' }) },
    },
    markRead: {
      needs: 'canView',
      passes: 204,
      ...item,
      body: (stage) => ({ upTo: stage.commentId }),
      nonsense: { body: () => ({ upTo: 'x' }) },
    },
  };
}

const comment = { params: (stage: Stage) => ({ id: stage.commentId }) };
const reaction = { params: (stage: Stage) => ({ id: stage.commentId, kind: 'love' }) };

const commentRows: Rows<typeof commentApi> = {
  get: { needs: 'canView', passes: 200, ...comment, nonsense: { query: () => ({ show: 'perhaps' }) } },
  // The owner wrote it.
  update: {
    needs: 'owner',
    passes: 200,
    ...comment,
    body: () => ({ text: 'I have to see it again.' }),
    nonsense: { body: () => ({ text: '' }) },
  },
  remove: { needs: 'canManage', passes: 204, ...comment, restore: putComment },
  restore: {
    needs: 'author',
    passes: 200,
    params: (stage) => ({ id: stage.removedCommentId }),
    restore: putRemovedComment,
  },
  react: { needs: 'canView', passes: 204, ...reaction },
  removeReaction: { needs: 'canView', passes: 204, ...reaction },
};

const ofShow = { params: (stage: Stage) => ({ id: stage.folderId, tmdbId: '1399' }) };

const watchGroupRows: Rows<WatchGroupCalls> = {
  list: { needs: 'canView', passes: 200, ...folder, nonsense: { query: () => ({ timeZone: 'Moon' }) } },
  join: {
    needs: 'canView',
    passes: 200,
    ...ofShow,
    body: () => ({ trusts: true }),
    nonsense: { body: () => ({ trusts: 'yes' }) },
  },
  propose: {
    needs: 'canEdit',
    passes: 204,
    ...ofShow,
    body: (stage) => ({ userIds: [stage.owner.user.id] }),
    nonsense: { body: () => ({ userIds: 'all' }) },
  },
  decline: { needs: 'canView', passes: 204, ...ofShow },
  watched: {
    needs: 'canView',
    passes: 200,
    ...ofShow,
    body: () => ({ season: 1, episode: 1 }),
    nonsense: { body: () => ({ season: 'one' }) },
  },
  leave: { needs: 'canView', passes: 204, ...ofShow },
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
  ...casesOf(tokenApi, tokenRows),
  ...casesOf(webhookApi, webhookRows),
  ...casesOf(feedApi, feedRows),
  ...casesOf(appApi, { config: { needs: 'nothing', passes: 200 } }),
  ...casesOf(userApi, userRows),
  ...casesOf(reportApi, reportRows),
  ...casesOf(noticeApi, noticeRows),
  ...casesOf(channelApi, channelRows),
  ...casesOf(playApi, playRows),
  ...casesOf(progressApi, progressRows),
  ...casesOf(commentApi, commentRows),
  ...casesOf(reviewApi, reviewRows),
  ...casesOf(importApi, importRows),
  ...casesOf(scrobbleApi, scrobbleRows),
  ...casesOf(playerApi, playerRows),
  ...casesOf(recommendationApi, recommendationRows),
  ...casesOf(invitationLinkApi, linkRows),
  ...casesOf(publicLinkApi, publicLinkRows),
  ...casesOf(requestApi, requestRows),
  ...casesOf(pollApi, pollRows),
  ...casesOf(guestApi, guestRows),
  ...casesOf(titleApi.movie, titleRows('603')),
  ...casesOf(titleApi.tv, {
    ...titleRows('1399'),
    season: { ...title('1399'), params: () => ({ id: '1399', season: '1' }) },
  }),
  ...casesOf(titleApi.person, personRows),
  ...familyKeys.flatMap((key) => [
    ...casesOf(profileApi[key], profileRows()),
    ...casesOf(itemApi, itemRows(key), ` by ${families[key].idName}`),
    ...casesOf(listApi[key], listRows(key)),
    ...casesOf(listCommentApi[key], listCommentRows()),
    ...casesOf(listNoticeApi[key], listNoticeRows),
    ...casesOf(listPollApi[key], listPollRows()),
    ...casesOf(listWebhookApi[key], listWebhookRows()),
    ...casesOf(watchGroupApi[key], watchGroupRows),
    ...casesOf(groupRecommendationApi[key], {
      forList: { needs: 'canView', passes: 200, ...folder, nonsense: { query: () => ({ limit: 'x' }) } },
    }),
  ]),
];
