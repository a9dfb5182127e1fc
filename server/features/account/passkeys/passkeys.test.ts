import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SessionModel } from '../../../platform/session/session.ts';
import { runAdmin } from '../../../testing/admin.ts';
import { Authenticator } from '../../../testing/authenticator.ts';
import { cookieOf, type Person, personWith, signInAgain, signUp, visitor } from '../../../testing/people.ts';
import { setUpServer, type TestServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';
import { PasskeyModel } from '../../users/passkey.model.ts';
import { ChallengeModel } from '../../users/passkeys/challenge.model.ts';
import { UserModel } from '../../users/user.model.ts';

const server = setUpServer({ env: { LOG_LEVEL: 'silent' } });
/** The same node by a name that passkeys work for. */
let site: TestServer;
let origin: string;
let ana: Person;
let phone: Authenticator;
beforeAll(async () => {
  origin = server.url.replace('127.0.0.1', 'localhost');
  site = { ...server, url: origin };
});
beforeEach(async () => {
  ana = await signUp(site);
  phone = new Authenticator();
});

async function add(person = ana, key = phone, name = 'Phone') {
  const { body: options } = await person.post('/api/user/passkeys/options');
  return person.post('/api/user/passkeys', { name, credential: key.create(options, { origin }) });
}

const signInOptions = async () => (await visitor(site).post('/api/auth/passkey/options')).body;
const send = (credential: object) => visitor(site).post('/api/auth/passkey', { credential });
const signIn = async (key = phone) => send(key.get(await signInOptions(), { origin }));

describe('a passkey', () => {
  test('is added under a name, and signs in', async () => {
    expect((await add()).body).toMatchObject({ name: 'Phone', lastUsedAt: null, isBackedUp: false });

    const answer = await signIn();

    expect([answer.status, answer.body.id]).toEqual([200, ana.user.id]);
    const session = personWith(site, cookieOf(answer.headers));
    expect((await session.get('/api/auth/user')).body.id).toBe(ana.user.id);
    const [listed] = (await ana.get('/api/user/passkeys')).body;
    expect(listed.lastUsedAt).not.toBeNull();
    expect((await ana.get('/api/user/security-events')).body.slice(0, 2)).toMatchObject([
      { type: 'sign-in-new-device', detail: 'Passkey Phone' },
      { type: 'passkey-added', detail: 'Phone' },
    ]);
  });

  test('can be renamed by its owner alone', async () => {
    const { id } = (await add()).body;
    const ben = await signUp(site, 'Ben');

    expect((await ben.patch(`/api/user/passkeys/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await ben.delete(`/api/user/passkeys/${id}`)).status).toBe(404);
    expect((await ana.patch(`/api/user/passkeys/${id}`, { name: 'Old phone' })).body.name).toBe('Old phone');
  });

  test('no longer signs in after its removal, which ends the other sessions', async () => {
    const { id } = (await add()).body;
    const elsewhere = await signInAgain(site, ana);
    const tab = await openTab(server, elsewhere);

    expect((await ana.delete(`/api/user/passkeys/${id}`)).status).toBe(204);

    expect(await tab.whenCut()).toBe('io server disconnect');
    expect((await signIn()).status).toBe(401);
    expect((await ana.get('/api/user/single-sign-on')).body.passkeys).toBe(0);
    const [recorded] = (await ana.get('/api/user/security-events')).body;
    expect(recorded).toMatchObject({ type: 'passkey-removed', detail: 'Phone' });
  });

  test('no longer signs in after a reset of the password by the operator', async () => {
    await add();

    const output = await runAdmin(server, 'reset-password', ana.user.email);

    expect(output).toContain('Passkeys of the account were removed.');
    expect((await signIn()).status).toBe(401);
  });

  test('cannot be removed when it is the only way to sign in', async () => {
    const { id } = (await add()).body;
    await UserModel.updateOne({ _id: ana.user.id }, { $unset: { passwordHash: 1 } });

    const answer = await ana.delete(`/api/user/passkeys/${id}`);

    expect([answer.status, answer.body.error]).toEqual([409, 'You would have no other way to sign in']);
    expect((await signIn()).status).toBe(200);
  });

  test('is enough to disconnect single sign-on, and then has to stay', async () => {
    const { id } = (await add()).body;
    await UserModel.updateOne(
      { _id: ana.user.id },
      { $unset: { passwordHash: 1 }, $set: { oidcSubject: `https://issuer.example#${ana.user.id}` } },
    );

    expect((await ana.delete('/api/user/single-sign-on')).status).toBe(204);

    expect((await ana.delete(`/api/user/passkeys/${id}`)).status).toBe(409);
    expect((await signIn()).status).toBe(200);
  });

  test('has to stay while single sign-on, which the account also has, is turned off', async () => {
    const { id } = (await add()).body;
    await UserModel.updateOne(
      { _id: ana.user.id },
      { $unset: { passwordHash: 1 }, $set: { oidcSubject: `https://issuer.example#${ana.user.id}` } },
    );

    expect((await ana.delete(`/api/user/passkeys/${id}`)).status).toBe(409);
  });

  test('needs no second factor', async () => {
    await add();
    await UserModel.updateOne({ _id: ana.user.id }, { $set: { totp: { secret: 'unknown', lastPeriod: 0 } } });

    expect((await signIn()).status).toBe(200);
  });

  test('is not offered at an address that browsers do not accept', async () => {
    expect((await visitor(server).post('/api/auth/passkey/options')).status).toBe(404);
    expect((await visitor(server).get('/api/config')).body.hasPasskeys).toBe(false);
    expect((await visitor(site).get('/api/config')).body.hasPasskeys).toBe(true);
    expect((await visitor(server).get('/api/login')).text).not.toContain('id="passkey"');
  });
});

describe('a sign-in by passkey is refused', () => {
  beforeEach(() => add());

  test('when it is sent again', async () => {
    const credential = phone.get(await signInOptions(), { origin });

    expect((await send(credential)).status).toBe(200);
    expect((await send(credential)).status).toBe(401);
  });

  test('when it is sent twice at the same time', async () => {
    const credential = phone.get(await signInOptions(), { origin });

    const answers = await Promise.all([send(credential), send(credential), send(credential)]);

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('when another site asked for it', async () => {
    const elsewhere = { origin: 'https://elsewhere.example' };

    expect((await send(phone.get(await signInOptions(), elsewhere))).status).toBe(401);
    expect((await send(phone.get(await signInOptions(), { origin, rpID: 'elsewhere.example' }))).status).toBe(401);
  });

  test('after ten minutes', async () => {
    const options = await signInOptions();
    await ChallengeModel.updateOne({ _id: options.challenge }, { $set: { expiresAt: new Date(Date.now() - 1) } });

    expect((await send(phone.get(options, { origin }))).status).toBe(401);
  });

  test('for a challenge that was given for something else, or never', async () => {
    const { body: confirm } = await ana.post('/api/user/fresh-sign-in/passkey-options');
    const made = { ...confirm, challenge: 'AAAAAAAAAAAAAAAAAAAAAA' };

    expect((await send(phone.get(confirm, { origin }))).status).toBe(401);
    expect((await send(phone.get(made, { origin }))).status).toBe(401);
  });

  test('without a check of the person, by an unknown key, and with a foreign signature', async () => {
    const other = new Authenticator();
    const forged = {
      ...phone.get(await signInOptions(), { origin }),
      response: other.get(await signInOptions(), { origin }).response,
    };

    expect((await send(phone.get(await signInOptions(), { origin, isVerified: false }))).status).toBe(401);
    expect((await send(other.get(await signInOptions(), { origin }))).status).toBe(401);
    expect((await send(forged)).status).toBe(401);
  });

  test('when it names another user', async () => {
    const ben = await signUp(site, 'Ben');
    const naming = async ({ user }: Person) => {
      const { response, ...credential } = phone.get(await signInOptions(), { origin });
      return send({
        ...credential,
        response: { ...response, userHandle: Buffer.from(user.id, 'hex').toString('base64url') },
      });
    };

    expect((await naming(ben)).status).toBe(401);
    expect((await naming(ana)).status).toBe(200);
  });

  test('when its counter goes back, as that of a copied key', async () => {
    await signIn();
    await PasskeyModel.updateOne({ userId: ana.user.id }, { $set: { counter: 100 } });

    expect((await signIn()).status).toBe(401);
  });
});

describe('adding a passkey is refused', () => {
  test('with the challenge of another user, or twice', async () => {
    const ben = await signUp(site, 'Ben');
    const { body: options } = await ben.post('/api/user/passkeys/options');
    const credential = phone.create(options, { origin });

    expect((await ana.post('/api/user/passkeys', { name: 'x', credential })).status).toBe(400);
    expect((await add()).status).toBe(201);
    expect((await add(ben)).body.code).toBe('taken');
  });

  test('for another site, and without a check of the person', async () => {
    for (const circumstances of [{ origin: 'https://elsewhere.example' }, { origin, isVerified: false }]) {
      const { body: options } = await ana.post('/api/user/passkeys/options');
      const credential = phone.create(options, circumstances);
      expect((await ana.post('/api/user/passkeys', { name: 'x', credential })).status).toBe(400);
    }
  });

  test('without a fresh sign-in, which a passkey of another user does not give', async () => {
    const ben = await signUp(site, 'Ben');
    const other = new Authenticator();
    await add();
    await add(ben, other);
    const [longAgo] = [Date.now() - 11 * 60_000];
    await SessionModel.updateMany({ 'session.userId': ana.user.id }, { $set: { 'session.startedAt': longAgo } });
    const confirm = async (key: Authenticator) => {
      const { body: options } = await ana.post('/api/user/fresh-sign-in/passkey-options');
      const credential = key.get(options, { origin });
      const answer = await ana.post('/api/user/fresh-sign-in', { method: 'passkey', credential });
      if (answer.status === 204) ana = { user: ana.user, ...personWith(site, cookieOf(answer.headers)) };
      return answer.status;
    };

    expect((await ana.post('/api/user/passkeys/options')).body.code).toBe('fresh_sign_in_required');
    expect(await confirm(other)).toBe(403);
    expect((await ana.post('/api/user/passkeys/options')).status).toBe(403);
    expect(await confirm(phone)).toBe(204);
    expect((await ana.post('/api/user/passkeys/options')).status).toBe(200);
  });
});
