import { randomUUID } from 'node:crypto';
import { Types } from 'mongoose';
import { allFlags } from '../../common/permissions.ts';
import { createMailToken } from '../features/account/mail/mailToken.model.ts';
import { RankingModel } from '../features/recommendations/ranking.model.ts';
import { NoticeDeliveryModel } from '../features/users/notices/delivery.documents.ts';
import { PasskeyModel } from '../features/users/passkey.model.ts';
import { ChallengeModel } from '../features/users/passkeys/challenge.model.ts';
import { AccessTokenModel } from '../platform/session/accessToken.ts';
import { commentsPath, writeComment } from './comments.ts';
import { beginImport, importedRow } from './imports.ts';
import { addItem, createFolder, inviteTo, type Person, shareWith, signUp, titleFacts } from './people.ts';
import { pngOf } from './pictures.ts';
import { recordPlay, showSeen } from './plays.ts';
import { createGuestLink, startVote, vote } from './polls.ts';
import type { TestServer } from './server.ts';
import { openTab } from './tabs.ts';

/** Stores everything that a person can store, and what others store about them. Tests of models fail if something is missing. */
export async function fillAccount(server: TestServer, ana: Person, ben: Person): Promise<void> {
  const [cleo, dan, finn] = [await signUp(server, 'Cleo'), await signUp(server, 'Dan'), await signUp(server, 'Finn')];
  const { id: ours } = await createFolder(ana, 'Ours');
  await shareWith(ana, ours, ben);
  await fillOwnList(ana, ben, ours);
  await fillListsOfOthers(ana, ben);
  await fillLibrary(ana, ben);
  await inviteTo(ana, ours, cleo);
  await inviteTo(dan, (await createFolder(dan, 'Of Dan')).id, ana);
  await knowPeople(ana, ben, cleo, dan);
  await finn.put(`/api/users/${ana.user.id}/block`);
  await fillNotices(ana, ours);
  await fillSettings(ana);
  await openList(server, ana, ours);
}

async function fillOwnList(ana: Person, ben: Person, listId: string): Promise<void> {
  await showSeen(ana, listId);
  const item = await addItem(ana, listId);
  const { id: commentId } = await writeComment(ana, listId, item.id);
  await ana.put(`${commentsPath(listId, item.id)}/read`, { upTo: commentId });
  await ana.put(`/api/comments/${commentId}/reactions/love`);
  await ben.put(`/api/comments/${commentId}/reactions/laugh`);
  await ana.delete(`/api/comments/${(await writeComment(ana, listId, item.id, { text: 'Deleted' })).id}`);
  await decideVote(ana, ben, listId);
  const poll = await startVote(ana, listId, [ben]);
  await vote(ana, poll, [2, 1, 0], { isReady: false });
  await ana.post(`/api/folders/${listId}/invitation-links`, {});
  await ana.post(`/api/folders/${listId}/public-links`, { expiresInDays: null });
  await ana.delete(`/api/folders/${(await createFolder(ana, 'Old')).id}`);
}

/** Leaves the weights of both for the next vote. */
async function decideVote(ana: Person, ben: Person, listId: string): Promise<void> {
  const poll = await startVote(ana, listId, [ben]);
  await vote(ana, poll, [2, 0, 0]);
  await vote(ben, poll, [0, 0, 1]);
  await ana.post(`/api/polls/${poll.id}/close`, {});
}

async function fillListsOfOthers(ana: Person, ben: Person): Promise<void> {
  const [{ id: shared }, { id: left }, { id: open }] = [
    await createFolder(ben, 'Of Ben'),
    await createFolder(ben, 'Left'),
    await createFolder(ben, 'Open'),
  ];
  for (const id of [shared, left]) {
    await shareWith(ben, id, ana, allFlags);
    const item = await addItem(ana, id);
    await ana.patch(`/api/watchlist/${item.id}/watched`, { watched: true });
    await ana.patch(`/api/watchlist/${item.id}/note`, { note: 'A note in a list of Ben' });
    await writeComment(ana, id, item.id, { text: 'A comment in a list of Ben' });
    const { id: bensId } = await writeComment(ben, id, item.id);
    await ana.put(`/api/comments/${bensId}/reactions/love`);
    await ana.delete(`/api/comments/${(await writeComment(ben, id, item.id)).id}`);
  }
  const poll = await startVote(ben, shared, [ana]);
  await createGuestLink(ana, poll.id);
  await vote(ana, poll, [2, 0, 0]);
  await vote(ben, poll, [0, 0, 1]);
  await addItem(ben, shared, { tmdbId: 1399, mediaType: 'tv' });
  await ana.put(`/api/folders/${shared}/shows/1399/group/members/me`, { trusts: true });
  await ana.post(`/api/folders/${shared}/shows/1399/group/proposals`, { userIds: [ben.user.id] }).expect(204);
  await ana.delete(`/api/folders/${left}/leave`);
  await ana.post(`/api/folders/${open}/join-requests/me`);
  await fillDeletedList(ana, ben);
}

/** Ben can restore the list, with her in it. */
async function fillDeletedList(ana: Person, ben: Person): Promise<void> {
  const { id } = await createFolder(ben, 'Deleted');
  await shareWith(ben, id, ana, allFlags);
  await showSeen(ana, id);
  await ana.put(`/api/folders/${id}/notifications`, { level: 'mine' });
  await decideVote(ana, ben, id);
  await ben.delete(`/api/folders/${id}`);
}

async function fillLibrary(ana: Person, ben: Person): Promise<void> {
  await ana.post('/api/reviews', { ...titleFacts(), rating: 4, comment: 'Fine' });
  await recordPlay(ana, { withUserIds: [ben.user.id] });
  await ana.delete(`/api/plays/${(await recordPlay(ana)).id}`);
  await recordPlay(ben, { withUserIds: [ana.user.id] });
  await ana.post('/api/plays/up-to', { tmdbId: 1399, season: 1, episode: 2 });
  await ana.patch('/api/tv/1399/progress', { state: 'paused' });
  await beginImport(ana, [importedRow()]);
  await fillPlayers(ana, ben);
  await ana.post('/api/recommendations/dismissed', { mediaType: 'movie', tmdbId: 603 });
  // A language model would have to answer.
  await RankingModel.insertOne({
    userId: new Types.ObjectId(ana.user.id),
    key: 'a question',
    picks: null,
    at: new Date(),
  });
}

async function fillPlayers(ana: Person, ben: Person): Promise<void> {
  const { body } = await ben.post('/api/players', { kind: 'jellyfin', name: 'Sofa' });
  await ben.post(`/api/players/${body.player.id}/people`, { role: 'companion', userId: ana.user.id });
  await ana.post('/api/players', { kind: 'kodi', name: 'Attic' });
  const event = { mediaType: 'movie', name: 'Our holidays', progress: 1, player: 'Kodi', session: '1' };
  for (const name of ['start', 'scrobble']) {
    await ana.post('/api/scrobble', { ...event, event: name, at: new Date().toISOString() });
  }
}

async function knowPeople(ana: Person, ben: Person, cleo: Person, dan: Person): Promise<void> {
  await ana.post(`/api/users/${cleo.user.id}/pin`);
  await ben.post(`/api/users/${ana.user.id}/pin`);
  await ana.put(`/api/users/${dan.user.id}/block`);
  await ana.post('/api/reports', { kind: 'user', id: dan.user.id, reason: 'spam' });
  await cleo.post('/api/reports', { kind: 'user', id: ana.user.id, reason: 'spam' });
}

/** What is sent to her devices and by mail, which would need both. */
async function fillNotices(ana: Person, listId: string): Promise<void> {
  const userId = new Types.ObjectId(ana.user.id);
  await ana.patch('/api/user/notifications', { timeZone: 'Europe/Lisbon' });
  await ana.put(`/api/folders/${listId}/notifications`, { level: 'mine' });
  const { body } = await ana.post('/api/channels', { kind: 'ntfy', name: 'Phone', url: 'https://ntfy.invalid/ana' });
  const dueAt = new Date(Date.now() + 24 * 60 * 60_000);
  await NoticeDeliveryModel.insertOne({
    userId,
    channelId: new Types.ObjectId(body.id),
    noticeIds: [],
    dueAt,
    attempts: 0,
  });
  await createMailToken({ purpose: 'confirm', userId, email: ana.user.email, credentialsRev: 0 });
}

async function fillSettings(ana: Person): Promise<void> {
  const picture = pngOf({ width: 8, height: 8 });
  await ana.post('/api/user/profile-image/upload').attach('profileImage', picture, 'me.png');
  await ana
    .put('/api/user/name', { firstName: ana.user.firstName, lastName: ana.user.lastName })
    .set('Idempotency-Key', randomUUID());
  await ana.post('/api/feeds', { kind: 'calendar' });
  const hook = { name: 'Chat', address: 'https://localhost:9/hook', events: ['play:recorded'] };
  await ana.post('/api/webhooks', hook).expect(201);
  await AccessTokenModel.insertOne({
    userId: ana.user.id,
    tokenHash: randomUUID(),
    name: 'A script',
    scopes: ['read'],
    expiresAt: null,
  });
  // Passkeys need a device that signs, and an address with a name.
  const userId = new Types.ObjectId(ana.user.id);
  await ChallengeModel.insertOne({
    _id: randomUUID(),
    purpose: 'add',
    userId,
    expiresAt: new Date(Date.now() + 600_000),
  });
  await PasskeyModel.insertMany([
    {
      userId,
      credentialId: `the id of the key of ${ana.user.id}`,
      publicKey: Buffer.from('the public key'),
      counter: 0,
      transports: [],
      name: 'Phone',
      isBackedUp: true,
      createdAt: new Date(),
    },
  ]);
}

/** The tab is closed by the end of the test, or of the account. */
async function openList(server: TestServer, ana: Person, folderId: string): Promise<void> {
  const tab = await openTab(server, ana);
  await tab.enter({ folderId });
}
