import { describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import {
  claimsOf,
  comeBack,
  leave,
  readAs,
  sessionOf,
  setUpSingleSignOn,
  signInBy,
} from '../../../testing/oidc/singleSignOn.ts';
import { PASSWORD, visitor } from '../../../testing/people.ts';

const sso = setUpSingleSignOn({
  LOCAL_ACCOUNTS: 'off',
  PUBLIC_URL: 'http://marquee.example',
  ALLOWED_HOSTS: '127.0.0.1',
  // Allows two wrong codes.
  RATE_LIMIT: '0.02',
});

describe('a site without local accounts', () => {
  test('redirects directly to single sign-on', async () => {
    const answer = await visitor(sso.server).get('/api/login?returnTo=/users%3Fq=1');

    expect([answer.status, answer.headers.location]).toEqual([302, '/api/auth/oidc?returnTo=%2Fusers%3Fq%3D1']);
  });

  test('gives the issuer its public address to return to', async () => {
    const { authorization } = await leave(sso.server);

    expect(new URL(authorization).searchParams.get('redirect_uri')).toBe(
      'http://marquee.example/api/auth/oidc/callback',
    );
  });

  test.each(['login', 'register'])('refuses to %s with a password, as JSON and by a form', async (way) => {
    const body = { email: 'ana@example.com', password: PASSWORD };
    const json = await visitor(sso.server).post(`/api/auth/${way}`, body);
    const form = await visitor(sso.server)
      .post(`/api/auth/${way}`)
      .type('form')
      .send(new URLSearchParams(body).toString());

    expect(json.body).toEqual({ error: 'Here people sign in by single sign-on alone', code: 'forbidden' });
    expect([form.status, form.type]).toEqual([403, 'text/html']);
    expect(form.text).toContain('Here people sign in by single sign-on alone');
    expect(form.text).not.toContain('<form');
  });

  test('has this in the client’s configuration', async () => {
    expect((await visitor(sso.server).get('/api/config')).body).toMatchObject({
      hasLocalAccounts: false,
      hasSingleSignOn: true,
    });
  });

  test('shows a page without forms after a failed sign-in', async () => {
    const { authorization, cookie } = await leave(sso.server);

    const answer = await comeBack(sso.server, sso.issuer.refuse(authorization, 'access_denied'), cookie);

    expect(answer.text).toContain('The sign-in was cancelled.');
    expect(answer.text).toContain('Continue with single sign-on');
    expect(answer.text).not.toContain('<form');
  });
});

describe('an older account', () => {
  const sessions = () => mongoose.connection.collection<{ _id: string; expires: Date; session: object }>('sessions');
  const users = () => mongoose.connection.collection('users');

  async function keep(signInMethods: object) {
    const claims = claimsOf();
    const email = claims.email.toLowerCase();
    const nameless = { username: null, firstName: null, lastName: null, profileImageUrl: null };
    const { insertedId } = await users().insertOne({
      email,
      ...nameless,
      createdAt: new Date(),
      rev: 0,
      ...signInMethods,
    });
    return { claims, id: insertedId.toHexString() };
  }

  test('with a password is not handed over', async () => {
    const { claims } = await keep({ passwordHash: 'a hash' });

    const answer = await signInBy(sso, claims);

    expect(answer.status).toBe(409);
    expect(answer.text).toContain('If it is yours, ask the operator of this site to hand it over to you.');
  });

  describe('with an old password that is connected', () => {
    async function signIn() {
      const { claims } = await keep({ passwordHash: 'a hash' });
      const { sub, email } = claims;
      await users().updateOne({ email: email.toLowerCase() }, { $set: { oidcSubject: `${sso.issuer.url}#${sub}` } });
      return sessionOf(await signInBy(sso, claims));
    }

    test('cannot be disconnected, because the password opens nothing here', async () => {
      const answer = await visitor(sso.server)
        .delete('/api/user/single-sign-on')
        .set('Cookie', await signIn());

      expect([answer.status, answer.body.error]).toEqual([409, 'You would have no other way to sign in']);
    });

    test('can be deleted without that password', async () => {
      const answer = await visitor(sso.server)
        .delete('/api/user', { lists: [] })
        .set('Cookie', await signIn());

      expect(answer.status).toBe(204);
    });
  });

  test('without a sign-in method goes to the person with its confirmed address, and its old sessions end', async () => {
    const { claims, id } = await keep({});
    const left = { _id: 'left over', expires: new Date(Date.now() + 60_000), session: { cookie: {}, userId: id } };
    await sessions().insertOne(left);

    const answer = await signInBy(sso, claims);

    expect((await readAs(sso.server, answer)).body).toMatchObject({ id });
    expect(await sessions().findOne({ _id: 'left over' })).toBeNull();
  });

  test('without a sign-in method does not go to a person whose address is not confirmed', async () => {
    const { claims } = await keep({});

    expect((await signInBy(sso, { ...claims, email_verified: false })).status).toBe(403);
  });
});

test('only wrong codes count for the limit, not valid sign-ins or failures of the issuer', async () => {
  const tryWrongCode = async () => {
    const { authorization, cookie } = await leave(sso.server);
    const address = new URL(sso.issuer.approve(authorization, claimsOf()));
    address.searchParams.set('code', 'made up');
    return comeBack(sso.server, address.href, cookie);
  };
  for (const _ of [1, 2, 3]) expect(sessionOf(await signInBy(sso, claimsOf()))).not.toBe('');
  sso.issuer.setFaults({ token: { nonce: 'another' } });
  for (const _ of [1, 2, 3]) expect((await signInBy(sso, claimsOf())).status).toBe(502);
  sso.issuer.setFaults({});

  const statuses = [(await tryWrongCode()).status, (await tryWrongCode()).status];
  const last = await signInBy(sso, claimsOf());

  expect(statuses).toEqual([400, 400]);
  expect([last.status, Number(last.headers['retry-after']) > 0]).toEqual([429, true]);
});
