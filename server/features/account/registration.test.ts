import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import type { Folder } from '../../../common/schemas/folder.ts';
import type { Registration } from '../../../common/schemas/instance.ts';
import { storeInstance } from '../../platform/instance/instance.model.ts';
import { setupCodeOf } from '../../platform/instance/instance.ts';
import { cookieOf, createFolder, PASSWORD, type Person, personWith, signUp, visitor } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';

const server = setUpServer({ env: { REGISTRATION: '', HOST: '0.0.0.0' } });
let operator: Person;
let folder: Folder;
/** What those who registered at once on the new instance got. */
let first: PromiseSettledResult<Person>[];
/** The sign-in page before there was an account, and the answer to a registration without the code. */
let page: string;
let refused: object;

beforeAll(async () => {
  page = (await visitor(server).get('/api/login')).text;
  const setupCode = setupCodeOf(server.config.sessionSecret ?? '');
  refused = (await visitor(server).post('/api/auth/register', { email: emailOf(), password: PASSWORD })).body;
  first = await Promise.allSettled(['Olga', 'Ben', 'Cleo'].map((name) => signUp(server, name, 'Test', { setupCode })));
  operator = first.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))[0] as Person;
});
beforeEach(async () => {
  folder = await createFolder(operator, 'Friday nights');
  await set('invite');
});

const set = (registration: Registration, canMembersInvite = true) => storeInstance({ registration, canMembersInvite });
const emailOf = () => `${randomUUID()}@example.com`;
const register = (invitation?: string) =>
  visitor(server).post('/api/auth/register', {
    email: emailOf(),
    password: PASSWORD,
    ...(invitation !== undefined && { invitation }),
  });
const linkTo = async (list: Folder, body: object = {}, person = operator): Promise<string> =>
  (await person.post(`/api/folders/${list.id}/invitation-links`, body)).body.token;
const accounts = () => mongoose.connection.collection('users').countDocuments();
const offerOf = async (token: string) => (await visitor(server).get(`/api/invitation-links/${token}/offer`)).body;

test('a new instance that others can reach asks for its setup code, its name and who may come', () => {
  expect(refused).toMatchObject({ code: 'forbidden', error: 'Enter the setup code. It is in the log of the server.' });
  for (const text of ['Create the first account', 'name="setupCode"', 'name="instanceName"', 'name="registration"'])
    expect(page).toContain(text);
  for (const text of ['action="/api/auth/login"', 'id="passkey"', 'passkeySignIn.js']) expect(page).not.toContain(text);
});

test('a new instance that others can reach admits its first account, and then is by invitation', () => {
  expect(first.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(first.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: expect.stringContaining('invitation_required') },
  });
});

describe('while registration is by invitation', () => {
  test('nobody registers without a valid link', async () => {
    const before = await accounts();

    const answers = [await register(), await register('x'.repeat(22))];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'invitation_required'],
      [403, 'invitation_required'],
    ]);
    expect(await accounts()).toBe(before);
  });

  test('the link of a list lets a new person in, and into the list at once, live', async () => {
    const tab = await openTab(server, operator);
    const token = await linkTo(folder, { maxUses: 2 });

    const answer = await register(token);

    expect(answer.status).toBe(201);
    const newcomer = personWith(server, cookieOf(answer.headers));
    expect((await newcomer.get('/api/shared-folders')).body).toMatchObject([{ id: folder.id, name: 'Friday nights' }]);
    expect((await tab.next('folder:changes')).changes).toMatchObject([{ type: 'share:granted' }]);
    expect((await operator.get(`/api/folders/${folder.id}/invitation-links`)).body).toMatchObject([{ uses: 1 }]);
    tab.close();
  });

  test('a link for one person makes one account, however many come at once', async () => {
    const token = await linkTo(folder);
    const before = await accounts();

    const answers = await Promise.all([register(token), register(token), register(token)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403]);
    expect(await accounts()).toBe(before + 1);
  });

  test('links of members let nobody in if the operator has set so, and say so', async () => {
    const token = await linkTo(folder);
    await set('invite', false);

    expect(await offerOf(token)).toMatchObject({ admitsNewcomers: false, listName: 'Friday nights' });
    expect((await register(token)).body.code).toBe('invitation_required');
  });

  test('an address that is taken uses up nothing', async () => {
    const token = await linkTo(folder);

    const answer = await visitor(server).post('/api/auth/register', {
      email: operator.user.email,
      password: PASSWORD,
      invitation: token,
    });

    expect(answer.body.code).toBe('taken');
    expect((await register(token)).status).toBe(201);
  });

  test('an account exists even if its list has been deleted meanwhile', async () => {
    const token = await linkTo(folder);
    await mongoose.connection.collection('folders').deleteOne({ name: 'Friday nights', userId: { $exists: true } });

    expect((await register(token)).status).toBe(201);
  });
});

describe('while registration is closed', () => {
  test('no link helps', async () => {
    const token = await linkTo(folder);
    await set('closed');

    expect((await register(token)).body).toMatchObject({ code: 'registration_closed' });
    expect((await register()).status).toBe(403);
  });
});

describe('while registration is open', () => {
  test('everybody registers, and with a link enters its list', async () => {
    const token = await linkTo(folder);
    await set('open');

    expect((await register('y'.repeat(22))).status).toBe(201);
    const newcomer = personWith(server, cookieOf((await register(token)).headers));
    expect((await newcomer.get('/api/shared-folders')).body).toHaveLength(1);
  });
});

describe('the sign-in page', () => {
  const pageAt = async (path: string) => (await visitor(server).get(path)).text;

  test('has no form for a new account without an invitation, and says why', async () => {
    const html = await pageAt('/api/login?form=register');

    expect(html).toContain('You need an invitation link');
    expect(html).not.toContain('action="/api/auth/register"');
    await set('closed');
    expect(await pageAt('/api/login')).toContain('New accounts cannot be created here at the moment.');
  });

  test('names the instance and the list of an invitation, and its form leads into the list', async () => {
    await storeInstance({ name: 'Film <Club>' });
    const token = await linkTo(folder);

    const html = await pageAt(`/api/login?form=register&returnTo=/join/${token}`);
    const answer = await visitor(server)
      .post('/api/auth/register')
      .type('form')
      .send(
        new URLSearchParams({
          email: emailOf(),
          password: PASSWORD,
          invitation: token,
          returnTo: `/join/${token}`,
        }).toString(),
      );

    expect(html).toContain('<h1>Join Film &lt;Club&gt; and Friday nights</h1>');
    expect(html).toContain(`name="invitation" value="${token}"`);
    expect([answer.status, answer.headers.location]).toEqual([303, `/folder/${folder.id}?joined`]);
    await storeInstance({ name: 'Marquee' });
  });
});
