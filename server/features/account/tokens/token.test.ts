import { beforeAll, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import request from 'supertest';
import { limits } from '../../../../common/constants.ts';
import { commentsPath, readComments, readUnread, writeComment } from '../../../testing/comments.ts';
import {
  addItem,
  createFolder,
  only,
  PASSWORD,
  type Person,
  personWith,
  shareWith,
  signUp,
  titleFacts,
  withToken,
} from '../../../testing/people.ts';
import { playBodyOf, readSeen, recordPlay, showSeen } from '../../../testing/plays.ts';
import { setUpServer } from '../../../testing/server.ts';
import { signUpOperator } from '../../../testing/stage.ts';

const server = setUpServer();
let ana: Person;
beforeAll(async () => {
  ana = await signUp(server);
});

const tokens = () => mongoose.connection.collection('accesstokens');

const body = (more: object = {}) => ({ name: 'Script', scopes: ['read'], expiresInDays: null, ...more });

test('its secret is shown once, can be found by scanners, and is not stored', async () => {
  const { body: created } = await ana.post('/api/tokens', body({ expiresInDays: 30 })).expect(201);

  expect(created.token).toMatch(/^mq_[0-9A-Za-z]{49}$/);
  const days = (Date.parse(created.expiresAt) - Date.now()) / (24 * 60 * 60 * 1000);
  expect(days).toBeCloseTo(30, 1);
  const listed = await ana.get('/api/tokens');
  expect(listed.body[0]).toMatchObject({ id: created.id, name: 'Script', scopes: ['read'], lastUsedAt: null });
  const secret = created.token.slice('mq_'.length);
  expect(listed.text).not.toContain(secret);
  expect(JSON.stringify(await tokens().find().toArray())).not.toContain(secret);
});

test('it acts for its user, sets no cookie, and shows when and from where it was last used', async () => {
  const script = await withToken(server, ana, ['read']);

  const answer = await script.get('/api/auth/user').expect(200);

  expect(answer.body.id).toBe(ana.user.id);
  expect(answer.headers['set-cookie']).toBeUndefined();
  const listed: { id: string; lastUsedAt: string | null; lastAddress: string | null }[] = (await ana.get('/api/tokens'))
    .body;
  const own = listed.find(({ id }) => id === script.id);
  expect(Date.now() - Date.parse(own?.lastUsedAt ?? '')).toBeLessThan(60_000);
  expect(own?.lastAddress).toBe('127.0.0.1');
});

test('a revoked, expired, unknown or mistyped token is 401', async () => {
  const revoked = await withToken(server, ana, ['read']);
  const expired = await withToken(server, ana, ['read']);
  await ana.delete(`/api/tokens/${revoked.id}`).expect(204);
  await tokens().updateOne({ _id: new mongoose.Types.ObjectId(expired.id) }, { $set: { expiresAt: new Date(0) } });
  const mistyped = expired.token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));

  for (const token of [revoked.token, expired.token, mistyped, 'mq_', 'mq_unknown']) {
    const answer = await request(server.url).get('/api/folders').set('Authorization', `Bearer ${token}`);
    expect([token, answer.status, answer.body.code]).toEqual([token, 401, 'unauthorized']);
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  }
  const without = await request(server.url).get('/api/folders').expect(401);
  expect(without.headers['www-authenticate']).toBeUndefined();
  await ana.delete(`/api/tokens/${revoked.id}`).expect(404);
});

test('the newest one is listed first, and one without an end has each of its scopes once', async () => {
  const ben = await signUp(server, 'Ben');
  const first = await withToken(server, ben, ['read']);
  const { body: second } = await ben.post('/api/tokens', body({ scopes: ['read', 'write', 'read'] })).expect(201);

  expect(second).toMatchObject({ scopes: ['read', 'write'], expiresAt: null });
  const listed = (await ben.get('/api/tokens')).body;
  expect(listed.map(({ id, expiresAt }: { id: string; expiresAt: string | null }) => [id, expiresAt])).toEqual([
    [second.id, null],
    [first.id, expect.any(String)],
  ]);
  expect(listed[0]).toMatchObject({ scopes: ['read', 'write'], createdAt: expect.any(String), lastAddress: null });
  expect((await ben.delete(`/api/tokens/${ana.user.id}`)).body.error).toBe(
    'This access token has been revoked already',
  );
});

test('nobody revokes the token of another person', async () => {
  const ben = await signUp(server, 'Ben');
  const script = await withToken(server, ana, ['read']);

  await ben.delete(`/api/tokens/${script.id}`).expect(404);

  await script.get('/api/folders').expect(200);
});

test('the token counts when a cookie is sent too, and other kinds of authorization leave the session alone', async () => {
  const ben = await signUp(server, 'Ben');
  const script = await withToken(server, ana, ['read']);

  const both = await personWith(server, ben.cookie, script.token).get('/api/auth/user');
  const basic = await ben.get('/api/auth/user').set('Authorization', 'Basic YTpi');
  const foreign = await ben.get('/api/auth/user').set('Authorization', 'Bearer eyJhbGciOi.x.y');

  expect([both, basic, foreign].map((answer) => answer.body.id)).toEqual([ana.user.id, ben.user.id, ben.user.id]);
});

test('it signs nobody out and opens no page of an account', async () => {
  const script = await withToken(server, ana, ['read', 'write']);
  const send = (path: string) => request(server.url).get(path).set('Authorization', `Bearer ${script.token}`);

  for (const path of ['/api/logout', '/api/login', '/api/auth/oidc', '/api/nothing']) {
    expect([path, (await send(path)).status]).toEqual([path, 403]);
  }
  await ana.get('/api/auth/user').expect(200);
});

test('a program on another page may use it', async () => {
  const script = await withToken(server, ana, ['write']);

  await script.post('/api/folders', { name: 'Films' }).set('Origin', 'moz-extension://b7').expect(201);
});

test('a token for one list reads and changes it, and cannot tell that other lists exist', async () => {
  const own = await createFolder(ana, 'Own');
  const other = await createFolder(ana, 'Other');
  const script = await withToken(server, ana, ['read', 'write', `list:${own.id}`]);

  const added = await script.post('/api/watchlist', { folderId: own.id, ...titleFacts() }).expect(201);
  await script.patch(`/api/watchlist/${added.body.id}/watched`, { watched: true });
  await script.get(`/api/folders/${own.id.toUpperCase()}/items`).expect(200);
  // A right that was just checked for another session does not count.
  await ana.post('/api/watchlist', { folderId: other.id, ...titleFacts() }).expect(201);
  await script.post('/api/watchlist', { folderId: other.id, ...titleFacts() }).expect(404);
  await script.get(`/api/categories/${other.id}/items`).expect(404);
  await script.get('/api/folders').expect(403);
});

test('a token for one list cannot tell which episodes its user has seen', async () => {
  const { id } = await createFolder(ana);
  const [script, ofAll] = [
    await withToken(server, ana, ['read', `list:${id}`]),
    await withToken(server, ana, ['read']),
  ];
  await ana.put('/api/user/spoilers', { spoilers: 'hide-names' }).expect(200);
  await recordPlay(ana, { tmdbId: 1396, mediaType: 'tv', season: 1, episode: 1 });
  const firstName = async (reader: Pick<Person, 'get'>) =>
    (await reader.get('/api/tv/1396/seasons/1').expect(200)).body.episodes[0].name;

  expect([await firstName(script), await firstName(ofAll)]).toEqual(['Episode 1', 'Pilot']);
});

test('a token for one list cannot tell by its comments which episodes its user has seen', async () => {
  const { id } = await createFolder(ana);
  const ben = await signUp(server, 'Ben');
  await shareWith(ana, id, ben, only('canAdd'));
  const item = await addItem(ana, id, { mediaType: 'tv', tmdbId: 1396 });
  const about = { season: 1, episode: 1 };
  const [general, ofEpisode] = [
    await writeComment(ben, id, item.id),
    await writeComment(ben, id, item.id, { text: 'What a pilot!', about }),
  ];
  await recordPlay(ana, { tmdbId: 1396, mediaType: 'tv', ...about });
  const [script, ofAll] = [
    await withToken(server, ana, ['read', 'write', `list:${id}`]),
    await withToken(server, ana, ['read', 'write']),
  ];
  const shown = async (reader: Pick<Person, 'get' | 'put'>) => ({
    list: (await readComments(reader, item)).map(({ hidden }) => hidden),
    one: (await reader.get(`/api/comments/${ofEpisode.id}`)).body.hidden,
    reaction: (await reader.put(`/api/comments/${ofEpisode.id}/reactions/like`)).status,
  });

  expect(await shown(script)).toEqual({ list: [true, false], one: true, reaction: 409 });
  expect(await shown(ofAll)).toEqual({ list: [false, false], one: false, reaction: 204 });
  await ana.put(`${commentsPath(id, item.id)}/read`, { upTo: general.id }).expect(204);
  expect([await readUnread(script, id), await readUnread(ofAll, id)]).toEqual([[], [item.id]]);
});

test('a token for one list has the marks of those who show them, also of its user', async () => {
  const { id } = await createFolder(ana);
  const { tmdbId, id: itemId } = await addItem(ana, id);
  await recordPlay(ana, playBodyOf({ tmdbId }));
  const script = await withToken(server, ana, ['read', `list:${id}`]);
  const seen = async (reader: Pick<Person, 'get'>) => (await readSeen(reader, id)).seen;
  const marks = { [ana.user.id]: [itemId] };

  expect([await seen(script), await seen(ana)]).toEqual([{}, marks]);
  await showSeen(ana, id);
  expect(await seen(script)).toEqual(marks);
});

test('a token cannot be for a list that its user does not see', async () => {
  const foreign = await createFolder(await signUp(server, 'Ben'));

  await ana.post('/api/tokens', body({ scopes: ['read', `list:${foreign.id}`] })).expect(404);
  await ana.post('/api/tokens', body({ scopes: [`list:${foreign.id}`] })).expect(400);
});

test('it stays when its user changes the password, and ends when an operator disables the account or resets it', async () => {
  const operator = await signUpOperator(server);
  for (const act of ['disable', 'reset-password'] as const) {
    const ben = await signUp(server, 'Ben');
    const script = await withToken(server, ben, ['read']);
    await ben.put('/api/user/password', { currentPassword: PASSWORD, newPassword: 'another horse battery' });
    await script.get('/api/folders').expect(200);

    await operator.post(`/api/admin/accounts/${ben.user.id}/${act}`);

    await script.get('/api/folders').expect(401);
    if (act === 'disable') await operator.post(`/api/admin/accounts/${ben.user.id}/enable`).expect(204);
    await script.get('/api/folders').expect(401);
  }
});

test('a person has a limited number of them, however many are made at once', async () => {
  const ben = await signUp(server, 'Ben');
  const make = () => ben.post('/api/tokens', body());
  for (let made = 0; made < limits.tokensPerPerson - 1; made++) await make().expect(201);

  const answers = await Promise.all([make(), make(), make()]);

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test('making and revoking one is in the security log', async () => {
  const ben = await signUp(server, 'Ben');
  const script = await withToken(server, ben, ['read']);
  await ben.delete(`/api/tokens/${script.id}`);

  const events: { type: string; detail: string | null }[] = (await ben.get('/api/user/security-events')).body;

  expect(events.slice(0, 2).map(({ type, detail }) => [type, detail])).toEqual([
    ['token-revoked', 'read'],
    ['token-created', 'read'],
  ]);
});
