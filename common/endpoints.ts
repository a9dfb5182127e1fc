import { type Family, type FamilyKey, families } from './families.ts';

/**
 * Method and path of each REST call: all that a browser needs to make it. The schemas of requests and answers are in
 * `common/api`.
 */
export interface Endpoint {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** In Express notation: /api/folders/:id. */
  path: string;
}

const get = (path: string): Endpoint => ({ method: 'get', path });
const post = (path: string): Endpoint => ({ method: 'post', path });
const put = (path: string): Endpoint => ({ method: 'put', path });
const patch = (path: string): Endpoint => ({ method: 'patch', path });
const del = (path: string): Endpoint => ({ method: 'delete', path });

const ofBothFamilies = <T>(endpointsOf: (family: Family) => T): Record<FamilyKey, T> => ({
  folder: endpointsOf(families.folder),
  category: endpointsOf(families.category),
});

export const appEndpoints = {
  config: get('/api/config'),
};

export const accountEndpoints = {
  currentUser: get('/api/auth/user'),
  register: post('/api/auth/register'),
  login: post('/api/auth/login'),
  loginCode: post('/api/auth/login/code'),
  forgotPassword: post('/api/auth/forgot-password'),
  resetPassword: post('/api/auth/reset-password'),
  confirmEmail: post('/api/auth/confirm-email'),
  passkeyOptions: post('/api/auth/passkey/options'),
  passkeyLogin: post('/api/auth/passkey'),
};

export const settingsEndpoints = {
  setNames: put('/api/user/name'),
  setUsername: put('/api/user/username'),
  isUsernameAvailable: get('/api/user/username/available/:username'),
  setEmail: put('/api/user/email'),
  sendEmailLink: post('/api/user/email/confirmation'),
  setPassword: put('/api/user/password'),
  signInMethods: get('/api/user/single-sign-on'),
  connect: post('/api/user/single-sign-on'),
  disconnect: del('/api/user/single-sign-on'),
  uploadPicture: post('/api/user/profile-image/upload'),
  removePicture: del('/api/user/profile-image'),
  privacy: get('/api/user/privacy'),
  setPrivacy: patch('/api/user/privacy'),
  exportAccount: get('/api/export'),
  deletionPlan: get('/api/user/deletion'),
  deleteAccount: del('/api/user'),
};

export const tokenEndpoints = {
  list: get('/api/tokens'),
  create: post('/api/tokens'),
  revoke: del('/api/tokens/:id'),
};

/** For operators only. */
export const operatorEndpoints = {
  accounts: get('/api/admin/accounts'),
  disable: post('/api/admin/accounts/:id/disable'),
  enable: post('/api/admin/accounts/:id/enable'),
  makeOperator: put('/api/admin/accounts/:id/operator'),
  removeOperator: del('/api/admin/accounts/:id/operator'),
  allowRequests: put('/api/admin/accounts/:id/requests'),
  endRequests: del('/api/admin/accounts/:id/requests'),
  resetPassword: post('/api/admin/accounts/:id/reset-password'),
  deleteAccount: del('/api/admin/accounts/:id'),
  settings: get('/api/admin/settings'),
  setSettings: patch('/api/admin/settings'),
  setKey: put('/api/admin/keys/:service'),
  removeKey: del('/api/admin/keys/:service'),
  links: get('/api/admin/invitation-links'),
  createLink: post('/api/admin/invitation-links'),
  revokeLink: del('/api/admin/invitation-links/:id'),
  listLinks: get('/api/admin/list-links'),
  endListLink: del('/api/admin/list-links/:id'),
  storage: get('/api/admin/storage'),
  backUp: post('/api/admin/backups'),
  setBackups: put('/api/admin/backups'),
  health: get('/api/admin/health'),
  checkData: post('/api/admin/data-check'),
  reports: get('/api/admin/reports'),
  waitingReports: get('/api/admin/reports/waiting'),
  resolveReport: post('/api/admin/reports/:id/resolve'),
};

/** The user's own sessions, security log, passkeys and second factor. */
export const securityEndpoints = {
  confirm: post('/api/user/fresh-sign-in'),
  confirmOptions: post('/api/user/fresh-sign-in/passkey-options'),
  confirmSingleSignOn: post('/api/user/fresh-sign-in/single-sign-on'),
  prepareSecondFactor: post('/api/user/second-factor'),
  turnOnSecondFactor: put('/api/user/second-factor'),
  turnOffSecondFactor: del('/api/user/second-factor'),
  renewRecoveryCodes: post('/api/user/recovery-codes'),
  passkeys: get('/api/user/passkeys'),
  newPasskeyOptions: post('/api/user/passkeys/options'),
  addPasskey: post('/api/user/passkeys'),
  renamePasskey: patch('/api/user/passkeys/:id'),
  removePasskey: del('/api/user/passkeys/:id'),
  events: get('/api/user/security-events'),
  sessions: get('/api/user/sessions'),
  endSession: del('/api/user/sessions/:id'),
  endOtherSessions: del('/api/user/sessions'),
};

export const userEndpoints = {
  get: get('/api/users/:id'),
  list: get('/api/users'),
  all: get('/api/users/all'),
  search: get('/api/users/search'),
  pin: post('/api/users/:id/pin'),
  blocks: get('/api/user/blocks'),
  block: put('/api/users/:id/block'),
  unblock: del('/api/users/:id/block'),
};

export const reportEndpoints = {
  send: post('/api/reports'),
};

export const noticeEndpoints = {
  list: get('/api/notices'),
  markRead: put('/api/notices'),
  settings: get('/api/user/notifications'),
  setSettings: patch('/api/user/notifications'),
};

/** Of which changes of a list the user gets notices. */
export const listNoticeEndpoints = ofBothFamilies(({ api: { lists } }) => ({
  level: get(`${lists}/:id/notifications`),
  setLevel: put(`${lists}/:id/notifications`),
}));

/** Where notices are sent to. */
export const channelEndpoints = {
  list: get('/api/channels'),
  create: post('/api/channels'),
  remove: del('/api/channels/:id'),
  test: post('/api/channels/:id/test'),
};

/** Lists with their log, invitations and shares, for each family. */
export const listEndpoints = ofBothFamilies(({ api: { lists, shared, deleted, invitations, shares } }) => ({
  list: get(lists),
  create: post(lists),
  get: get(`${lists}/:id`),
  search: get(`${lists}/search`),
  items: get(`${lists}/:id/items`),
  removeItems: post(`${lists}/:id/items/remove`),
  permissions: get(`${lists}/:id/permissions`),
  rename: put(`${lists}/:id`),
  setVisibility: put(`${lists}/:id/visibility`),
  remove: del(`${lists}/:id`),
  restore: post(`${lists}/:id/restore`),
  leave: del(`${lists}/:id/leave`),
  file: get(`${lists}/:id/file`),
  invite: post(`${lists}/:id/invite`),
  shares: get(`${lists}/:id/shares`),
  invitations: get(`${lists}/:id/invitations`),
  links: get(`${lists}/:id/invitation-links`),
  createLink: post(`${lists}/:id/invitation-links`),
  publicLinks: get(`${lists}/:id/public-links`),
  createPublicLink: post(`${lists}/:id/public-links`),
  publicLinkSetting: get(`${lists}/:id/public-links/setting`),
  setPublicLinkSetting: put(`${lists}/:id/public-links/setting`),
  radarr: get(`${lists}/:id/export/radarr`),
  sonarr: get(`${lists}/:id/export/sonarr`),
  joinRequests: get(`${lists}/:id/join-requests`),
  joinState: get(`${lists}/:id/join-requests/me`),
  askToJoin: post(`${lists}/:id/join-requests/me`),
  withdrawJoinRequest: del(`${lists}/:id/join-requests/me`),
  answerJoinRequest: post(`${lists}/:id/join-requests/:userId/respond`),
  changes: get(`${lists}/:id/changes`),
  undo: post(`${lists}/:id/changes/:rev/undo`),
  undoRemovals: post(`${lists}/:id/changes/undo-removals`),
  seen: get(`${lists}/:id/seen`),
  setSeenConsent: put(`${lists}/:id/seen-consent`),
  statistics: get(`${lists}/:id/statistics`),
  shared: get(shared),
  deleted: get(deleted),
  myInvitations: get(invitations),
  sendInvitation: post(invitations),
  respond: post(`${invitations}/:id/respond`),
  withdraw: del(`${invitations}/:id`),
  setPermissions: put(`${shares}/:id/permissions`),
  revoke: del(`${shares}/:id`),
}));

/** An invitation link, by its token or its id. */
export const invitationLinkEndpoints = {
  offer: get('/api/invitation-links/:token/offer'),
  join: post('/api/invitation-links/:token/join'),
  mail: post('/api/invitation-links/:id/mail'),
  revoke: del('/api/invitation-links/:id'),
};

/** A public link, by its id. Those of a list are in `listEndpoints`. */
export const publicLinkEndpoints = {
  revoke: del('/api/public-links/:id'),
};

/** The secret addresses of one's own calendar and additions. */
export const feedEndpoints = {
  list: get('/api/feeds'),
  create: post('/api/feeds'),
  revoke: del('/api/feeds/:id'),
};

/** Another person's lists, and whose list an address belongs to. */
export const profileEndpoints = ofBothFamilies(({ nouns, api: { lists } }) => ({
  owner: get(`${lists}/:id/owner`),
  lists: get(`/api/users/:userId/${nouns}`),
  list: get(`/api/users/:userId/${nouns}/:id`),
  items: get(`/api/users/:userId/${nouns}/:id/items`),
}));

export const itemEndpoints = {
  add: post('/api/watchlist'),
  list: get('/api/watchlist'),
  setWatched: patch('/api/watchlist/:id/watched'),
  setNote: patch('/api/watchlist/:id/note'),
  move: patch('/api/watchlist/:id/place'),
  remove: del('/api/watchlist/:id'),
};

export const playEndpoints = {
  add: post('/api/plays'),
  list: get('/api/plays'),
  proposals: get('/api/plays/proposals'),
  update: patch('/api/plays/:id'),
  remove: del('/api/plays/:id'),
  restore: post('/api/plays/:id/restore'),
  confirm: post('/api/plays/:id/confirm'),
};

export const progressEndpoints = {
  get: get('/api/tv/:id/progress'),
  set: patch('/api/tv/:id/progress'),
  upTo: post('/api/plays/up-to'),
  season: post('/api/plays/season'),
  removePlays: del('/api/tv/:id/plays'),
  undo: post('/api/plays/acts/:id/undo'),
  upNext: get('/api/up-next'),
  all: get('/api/progress'),
  calendar: get('/api/calendar'),
  statistics: get('/api/statistics'),
  spoilers: get('/api/user/spoilers'),
  setSpoilers: put('/api/user/spoilers'),
};

export const listCommentEndpoints = ofBothFamilies(({ api: { lists } }) => ({
  unread: get(`${lists}/:id/unread-comments`),
  list: get(`${lists}/:id/items/:itemId/comments`),
  add: post(`${lists}/:id/items/:itemId/comments`),
  markRead: put(`${lists}/:id/items/:itemId/comments/read`),
}));

/** One comment, by its id. */
export const commentEndpoints = {
  get: get('/api/comments/:id'),
  update: patch('/api/comments/:id'),
  remove: del('/api/comments/:id'),
  restore: post('/api/comments/:id/restore'),
  react: put('/api/comments/:id/reactions/:kind'),
  removeReaction: del('/api/comments/:id/reactions/:kind'),
};

export const reviewEndpoints = {
  mine: get('/api/reviews/my-review/:mediaType/:tmdbId'),
  create: post('/api/reviews'),
  update: put('/api/reviews/:id'),
  remove: del('/api/reviews/:id'),
  missing: get('/api/reviews/backfill'),
  backfill: post('/api/reviews/backfill'),
};

/** Moving in: files of another service, which the browser has read. */
export const importEndpoints = {
  create: post('/api/imports'),
  list: get('/api/imports'),
  get: get('/api/imports/:id'),
  addRows: put('/api/imports/:id/rows'),
  choose: patch('/api/imports/:id'),
  fixRow: patch('/api/imports/:id/rows/:n'),
  apply: post('/api/imports/:id/apply'),
  undo: post('/api/imports/:id/undo'),
  remove: del('/api/imports/:id'),
};

/** What players send. The token can be the last part of the path of a known sender. */
export const scrobbleEndpoints = {
  send: post('/api/scrobble'),
  fromPlayer: post('/api/scrobble/:sender'),
};

/** The players of a user, and what they report. */
export const playerEndpoints = {
  list: get('/api/players'),
  create: post('/api/players'),
  update: patch('/api/players/:id'),
  renew: post('/api/players/:id/address'),
  remove: del('/api/players/:id'),
  addPerson: post('/api/players/:id/people'),
  answer: post('/api/players/people/:id/respond'),
  removePerson: del('/api/players/people/:id'),
  unrecognised: get('/api/scrobbles/unrecognised'),
  recognise: put('/api/scrobbles/unrecognised/:id/title'),
  forget: del('/api/scrobbles/unrecognised/:id'),
  watching: get('/api/watching'),
};

export const recommendationEndpoints = {
  forYou: get('/api/recommendations'),
  guess: get('/api/recommendations/guess/:mediaType/:tmdbId'),
  dismiss: post('/api/recommendations/dismissed'),
  restore: del('/api/recommendations/dismissed/:mediaType/:tmdbId'),
  settings: get('/api/recommendations/settings'),
  setSettings: put('/api/recommendations/settings'),
};

/** Recommendations for everyone who shares a list. */
export const groupRecommendationEndpoints = ofBothFamilies(({ api: { lists } }) => ({
  forList: get(`${lists}/:id/recommendations`),
}));

/** The members of a list who watch a show together. */
export const watchGroupEndpoints = ofBothFamilies(({ api: { lists } }) => ({
  list: get(`${lists}/:id/groups`),
  join: put(`${lists}/:id/shows/:tmdbId/group/members/me`),
  leave: del(`${lists}/:id/shows/:tmdbId/group/members/me`),
  propose: post(`${lists}/:id/shows/:tmdbId/group/proposals`),
  decline: del(`${lists}/:id/shows/:tmdbId/group/proposals/me`),
  watched: post(`${lists}/:id/shows/:tmdbId/group/watched`),
}));

export const listPollEndpoints = ofBothFamilies(({ api: { lists } }) => ({
  open: post(`${lists}/:id/polls`),
  current: get(`${lists}/:id/polls/current`),
  history: get(`${lists}/:id/polls`),
}));

export const listWebhookEndpoints = ofBothFamilies(({ api: { lists } }) => ({
  list: get(`${lists}/:id/webhooks`),
  create: post(`${lists}/:id/webhooks`),
}));

/** The user's webhooks, by their ids. */
export const webhookEndpoints = {
  list: get('/api/webhooks'),
  create: post('/api/webhooks'),
  update: patch('/api/webhooks/:id'),
  remove: del('/api/webhooks/:id'),
  rotate: post('/api/webhooks/:id/secret'),
  deliveries: get('/api/webhooks/:id/deliveries'),
  resend: post('/api/webhooks/:id/deliveries/:deliveryId/resend'),
  test: post('/api/webhooks/:id/test'),
};

/** One poll, by its id. */
export const pollEndpoints = {
  get: get('/api/polls/:id'),
  join: post('/api/polls/:id/participants/me'),
  leave: del('/api/polls/:id/participants/me'),
  start: post('/api/polls/:id/start'),
  getBallot: get('/api/polls/:id/ballot'),
  setBallot: put('/api/polls/:id/ballot'),
  reveal: post('/api/polls/:id/reveal'),
  close: post('/api/polls/:id/close'),
  createGuestLink: post('/api/polls/:id/guest-link'),
  endGuestLink: del('/api/polls/:id/guest-link'),
  removeGuest: del('/api/polls/:id/guests/:guestId'),
};

/** A guest link, by its token. */
export const guestEndpoints = {
  offer: get('/api/guest/:token'),
  join: post('/api/guest/:token'),
};

/** Titles that people request from the operator's media server. */
export const requestEndpoints = {
  get: get('/api/requests/:mediaType/:tmdbId'),
  create: post('/api/requests'),
};

const mediaEndpoints = (lists: string, one: string) => ({
  popular: get(`${lists}/popular`),
  search: get(`${lists}/search`),
  details: get(`${one}/:id`),
  credits: get(`${one}/:id/credits`),
  videos: get(`${one}/:id/videos`),
  recommendations: get(`${one}/:id/recommendations`),
  externalRatings: get(`${one}/:id/external-ratings`),
  watchProviders: get(`${one}/:id/watch-providers`),
});

export const titleEndpoints = {
  movie: mediaEndpoints('/api/movies', '/api/movie'),
  tv: { ...mediaEndpoints('/api/tv', '/api/tv'), season: get('/api/tv/:id/seasons/:season') },
  person: {
    popular: get('/api/person/popular'),
    search: get('/api/person/search'),
    details: get('/api/person/:id'),
    movieCredits: get('/api/person/:id/movie_credits'),
    tvCredits: get('/api/person/:id/tv_credits'),
  },
};
