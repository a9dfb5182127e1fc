import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { accountApi, securityApi, settingsApi, tokenApi } from '../common/api/account.ts';
import { allCalls } from '../common/api/all.ts';
import type { Call } from '../common/api/call.ts';
import { commentApi, listCommentApi } from '../common/api/comments.ts';
import { importApi } from '../common/api/imports.ts';
import {
  feedApi,
  playApi,
  progressApi,
  recommendationApi,
  reportApi,
  reviewApi,
  watchGroupApi,
} from '../common/api/library.ts';
import { invitationLinkApi, itemApi, listApi, publicLinkApi } from '../common/api/lists.ts';
import { channelApi, listNoticeApi, noticeApi } from '../common/api/notices.ts';
import { operatorApi } from '../common/api/operator.ts';
import { playerApi, scrobbleApi } from '../common/api/players.ts';
import { guestApi, listPollApi, pollApi } from '../common/api/polls.ts';
import { requestApi } from '../common/api/titles.ts';
import { userApi } from '../common/api/users.ts';
import { listWebhookApi, webhookApi } from '../common/api/webhooks.ts';
import { familyKeys } from '../common/families.ts';
import { pick } from '../common/pick.ts';
import type { Folder } from '../common/schemas/folder.ts';
import { type Audience, gather } from './testing/audience.ts';
import {
  addItem,
  createFolder,
  only,
  type Person,
  shareWith,
  signInAgain,
  signUp,
  titleFacts,
} from './testing/people.ts';
import { createGuestLink, joinAsGuest, openPoll, startVote, vote } from './testing/polls.ts';
import { setUpServer } from './testing/server.ts';

type Name = 'owner' | 'owner elsewhere' | 'member' | 'stranger';

const server = setUpServer();
let owner: Person;
let audience: Audience<Name>;
let folder: Folder;

beforeAll(async () => {
  const [one, member, stranger] = await Promise.all([signUp(server, 'Olga'), signUp(server, 'Mia'), signUp(server)]);
  owner = one;
  const elsewhere = await signInAgain(server, owner);
  folder = await createFolder(owner);
  await shareWith(owner, folder.id, member, only());
  audience = await gather(server, { owner, 'owner elsewhere': elsewhere, member, stranger });
});
afterAll(() => {
  audience.close();
});

/** Expects exactly these events of a write, and none for the stranger. */
const toOwn = (...events: string[]) => ({ owner: events, 'owner elsewhere': events });
const toMembers = (...events: string[]) => ({ ...toOwn(...events), member: events });
const changes = 'folder:changes';

test('a new name, username or picture is delivered to the own tabs and to people with a common list', async () => {
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#c2334d' } })
    .png()
    .toBuffer();
  const upload = () => owner.post('/api/user/profile-image/upload').attach('profileImage', picture, 'me.png');

  await audience.hears(() => owner.put('/api/user/username', { username: 'olga_1' }), toMembers('user:updated'));
  const names = { firstName: 'Olga', lastName: 'Ramos' };
  await audience.hears(() => owner.put('/api/user/name', names), toMembers('user:updated'));
  const { body } = await audience.hears(upload, toMembers('user:updated'));

  const { email: _email, createdAt: _createdAt, ...shown } = body;
  expect(audience.payloads('member', 'user:updated')).toEqual([{ user: shown }]);
  expect((await owner.get('/api/auth/user')).body).toMatchObject(body);
  expect(body).toMatchObject(names);
  await audience.hears(() => owner.delete('/api/user/profile-image'), toMembers('user:updated'));
});

test('a review that is written, changed or deleted is delivered only to its author’s tabs, with the title in Reviewed', async () => {
  const facts = titleFacts();
  const write = () => owner.post('/api/reviews', { ...facts, rating: 3 });

  const { body: review } = await audience.hears(write, toOwn('review:saved', 'play:saved', changes));
  const path = `/api/reviews/${review.id}`;
  const { body: changed } = await audience.hears(() => owner.put(path, { rating: 5 }), toOwn('review:saved', changes));
  const mine = (await owner.get(`/api/reviews/my-review/movie/${facts.tmdbId}`)).body;
  await audience.hears(() => owner.delete(path), toOwn('review:deleted', changes));

  expect(mine).toEqual(changed);
  expect((await owner.get(`/api/reviews/my-review/movie/${facts.tmdbId}`)).body).toBeNull();
});

test('titles that backfill adds are delivered to the own tabs', async () => {
  await owner.post('/api/reviews', { tmdbId: 603, mediaType: 'movie', rating: 3 });
  const reviewed = (await owner.get('/api/folders')).body.find(({ isReviewed }: Folder) => isReviewed);
  const [item] = (await owner.get(`/api/folders/${reviewed.id}/items`)).body;
  await owner.delete(`/api/watchlist/${item.id}`);

  const { body } = await audience.hears(() => owner.post('/api/reviews/backfill'), toOwn(changes));

  expect(body).toEqual({ backfilledCount: 1 });
  expect((await owner.get(`/api/folders/${reviewed.id}/items`)).body).toHaveLength(1);
});

describe.each(familyKeys)('in the %s family', (key) => {
  test('undoing is delivered to everyone in the list', async () => {
    await addItem(owner, folder.id);
    const { rev } = (await owner.get(`/api/folders/${folder.id}`)).body;
    const path = listApi[key].undo.path.replace(':id', folder.id).replace(':rev', rev);

    const { body } = await audience.hears(() => owner.post(path), toMembers(changes));

    expect(audience.payloads('member', changes)).toEqual([{ folderId: folder.id, changes: [body] }]);
    expect((await owner.get(`/api/folders/${folder.id}/items`)).body).toEqual([]);
  });
});

test('each step of a vote is delivered to the members, and nothing of a ballot', async () => {
  const poll = await startVote(owner, folder.id);
  const path = `/api/polls/${poll.id}`;
  const changed = toMembers('poll:changed');
  const nobody = {};

  await audience.hears(() => owner.delete(`${path}/participants/me`), changed);
  await audience.hears(() => owner.post(`${path}/participants/me`), changed);
  await audience.hears(() => owner.post(`${path}/start`), nobody);
  await audience.hears(() => vote(owner, poll, [2, 1, 0], { isReady: false }), nobody);
  const link = await audience.hears(() => createGuestLink(owner, poll.id), nobody);
  const guest = await audience.hears(() => joinAsGuest(server, link), changed);
  await audience.hears(() => owner.delete(`${path}/guest-link`), nobody);
  await audience.hears(() => vote(owner, poll, [2, 1, 0]), changed);
  await audience.hears(() => vote(owner, poll, [2, 1, 0], { isReady: false }), changed);
  await audience.hears(() => owner.delete(`${path}/guests/${guest.id}`), changed);
  await audience.hears(() => owner.post(`${path}/reveal`), toMembers('poll:changed', changes));
  await audience.hears(() => owner.post(`${path}/close`, {}), changed);
});

test('the start of a vote is delivered to the members', async () => {
  for (let titles = 0; titles < 3; titles += 1) await addItem(owner, folder.id);
  const { id } = await openPoll(owner, folder.id);

  await audience.hears(() => owner.post(`/api/polls/${id}/start`), toMembers('poll:changed'));
});

test('every write of the contract has a test of its events', () => {
  // comments.test.ts has comments, progress.test.ts progress and spoilers.test.ts its choice. live.test.ts has lists, items, opened polls and pins, liveInvitations.test.ts invitations, account.test.ts and realtime.test.ts
  // sessions and passwords, recommendations.test.ts recommendations, links.test.ts links, joinRequests.test.ts requests to
  // join, playEvents.test.ts plays, imports.test.ts imports, players.test.ts players, groups.test.ts groups, seen.test.ts consents, security.test.ts own sessions, blocks.test.ts and privacy.test.ts
  // privacy, operator.test.ts what operators do, notices.test.ts notices, of whose channels no tab hears. Reports have no events, nor
  // have access tokens, public links, secret addresses and webhooks, which are loaded each time that they are shown.
  // Each by its name, so that a further write of a group is missed here.
  const tested = new Set<Call>([
    ...familyKeys.flatMap((key): Call[] =>
      Object.values(
        pick(listApi[key], [
          'create',
          'removeItems',
          'rename',
          'setVisibility',
          'remove',
          'restore',
          'leave',
          'undoRemovals',
          'undo',
          'setSeenConsent',
          'setPermissions',
          'revoke',
          'createLink',
          'invite',
          'sendInvitation',
          'withdraw',
          'respond',
          'createPublicLink',
          'setPublicLinkSetting',
          'askToJoin',
          'withdrawJoinRequest',
          'answerJoinRequest',
        ]),
      ),
    ),
    ...familyKeys.map((key): Call => listPollApi[key].open),
    ...familyKeys.flatMap((key): Call[] =>
      Object.values(pick(watchGroupApi[key], ['join', 'leave', 'propose', 'decline', 'watched'])),
    ),
    ...Object.values(
      pick(pollApi, [
        'join',
        'leave',
        'start',
        'setBallot',
        'reveal',
        'close',
        'createGuestLink',
        'endGuestLink',
        'removeGuest',
      ]),
    ),
    guestApi.join,
    ...Object.values(pick(invitationLinkApi, ['join', 'mail', 'revoke'])),
    ...Object.values(pick(publicLinkApi, ['revoke'])),
    ...Object.values(pick(feedApi, ['create', 'revoke'])),
    ...Object.values(pick(requestApi, ['create'])),
    ...Object.values(pick(itemApi, ['add', 'setWatched', 'setNote', 'move', 'remove'])),
    userApi.pin,
    userApi.block,
    userApi.unblock,
    ...Object.values(
      pick(securityApi, [
        'confirm',
        'confirmOptions',
        'confirmSingleSignOn',
        'prepareSecondFactor',
        'turnOnSecondFactor',
        'turnOffSecondFactor',
        'renewRecoveryCodes',
        'newPasskeyOptions',
        'addPasskey',
        'renamePasskey',
        'removePasskey',
        'endSession',
        'endOtherSessions',
      ]),
    ),
    ...Object.values(
      pick(operatorApi, [
        'disable',
        'enable',
        'makeOperator',
        'removeOperator',
        'allowRequests',
        'endRequests',
        'resetPassword',
        'deleteAccount',
        'setSettings',
        'setKey',
        'removeKey',
        'createLink',
        'revokeLink',
        'endListLink',
        'backUp',
        'setBackups',
        'checkData',
        'resolveReport',
      ]),
    ),
    ...Object.values(pick(reportApi, ['send'])),
    ...Object.values(pick(tokenApi, ['create', 'revoke'])),
    ...Object.values(pick(webhookApi, ['create', 'update', 'remove', 'rotate', 'resend', 'test'])),
    ...familyKeys.map((key): Call => listWebhookApi[key].create),
    ...Object.values(
      pick(accountApi, [
        'register',
        'login',
        'loginCode',
        'forgotPassword',
        'resetPassword',
        'confirmEmail',
        'passkeyOptions',
        'passkeyLogin',
      ]),
    ),
    ...Object.values(
      pick(settingsApi, [
        'setNames',
        'setUsername',
        'sendEmailLink',
        'setEmail',
        'setPassword',
        'connect',
        'disconnect',
        'uploadPicture',
        'removePicture',
        'deleteAccount',
        'setPrivacy',
      ]),
    ),
    ...Object.values(pick(playApi, ['add', 'update', 'remove', 'restore', 'confirm'])),
    ...Object.values(pick(progressApi, ['set', 'upTo', 'season', 'removePlays', 'undo', 'setSpoilers'])),
    ...Object.values(pick(reviewApi, ['create', 'update', 'remove', 'backfill'])),
    ...Object.values(pick(importApi, ['create', 'addRows', 'choose', 'fixRow', 'apply', 'undo', 'remove'])),
    ...Object.values(pick(scrobbleApi, ['send', 'fromPlayer'])),
    ...Object.values(
      pick(playerApi, [
        'create',
        'update',
        'renew',
        'remove',
        'addPerson',
        'answer',
        'removePerson',
        'recognise',
        'forget',
      ]),
    ),
    ...Object.values(pick(noticeApi, ['markRead', 'setSettings'])),
    ...familyKeys.flatMap((key): Call[] => Object.values(pick(listNoticeApi[key], ['setLevel']))),
    ...Object.values(pick(channelApi, ['create', 'remove', 'test'])),
    ...familyKeys.flatMap((key): Call[] => Object.values(pick(listCommentApi[key], ['add', 'markRead']))),
    ...Object.values(pick(commentApi, ['update', 'remove', 'restore', 'react', 'removeReaction'])),
    ...Object.values(pick(recommendationApi, ['dismiss', 'restore', 'setSettings'])),
  ]);

  const untested = allCalls.filter((call) => call.method !== 'get' && !tested.has(call));
  expect(untested.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});
