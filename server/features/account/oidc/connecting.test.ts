import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { TestIssuer } from '../../../testing/oidc/issuer.ts';
import {
  claimsOf,
  comeBack,
  readAs,
  sessionOf,
  signInBy,
  startSingleSignOn,
} from '../../../testing/oidc/singleSignOn.ts';
import { cookieOf, PASSWORD, type Person, signInAgain, signUp } from '../../../testing/people.ts';
import type { TestServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';

const PATH = '/api/user/single-sign-on';

let issuer: TestIssuer;
let server: TestServer;
let stop: () => Promise<void>;
let ana: Person;
beforeAll(async () => {
  ({ issuer, server, stop } = await startSingleSignOn());
});
afterAll(() => stop());
beforeEach(async () => {
  ana = await signUp(server);
});

/** Starts to connect. Gives the address of the issuer and the cookies of flow and session. */
async function leave(person: Person = ana) {
  const answer = await person.post(PATH, { currentPassword: PASSWORD });
  return {
    authorization: String(answer.body.url),
    flow: cookieOf(answer.headers).replace(/marquee\.sid=[^;]*(; )?/, ''),
  };
}

async function connect(claims: object, person: Person = ana) {
  const { authorization, flow } = await leave(person);
  return comeBack(server, issuer.approve(authorization, { ...claims }), `${flow}; ${person.cookie}`);
}

const lineOf = ({ text }: { text: string }) => /role="alert">([^<]*)</.exec(text)?.[1];

describe('connecting single sign-on', () => {
  test('returns to the settings, and both single sign-on and the password then open the account', async () => {
    const claims = claimsOf();

    const answer = await connect(claims);

    expect([answer.status, answer.headers.location]).toEqual([302, '/account']);
    expect((await ana.get(PATH)).body).toEqual({ hasPassword: true, isConnected: true });
    expect((await readAs(server, await signInBy(issuer, server, claims))).body).toEqual(ana.user);
    expect((await signInAgain(server, ana)).user).toEqual(ana.user);
  });

  test('needs the password, so that an open tab is not enough', async () => {
    const answer = await ana.post(PATH, { currentPassword: 'wrong' });

    expect([answer.status, answer.body.error]).toEqual([403, 'The current password is not right']);
    expect(cookieOf(answer.headers)).not.toContain('marquee.oidc');
  });

  test('cannot be started by another site', async () => {
    const answer = await ana.post(PATH, { currentPassword: PASSWORD }).set('Origin', 'https://elsewhere.example');

    expect(answer.status).toBe(403);
  });

  test.each(['a visitor', 'another person'])('cannot be finished by %s', async (who) => {
    const { authorization, flow } = await leave();
    const cookie = who === 'a visitor' ? '' : (await signUp(server, 'Ben')).cookie;

    const answer = await comeBack(server, issuer.approve(authorization, claimsOf()), `${flow}; ${cookie}`);

    expect([answer.status, lineOf(answer)]).toEqual([403, 'You are no longer signed in']);
    expect((await ana.get(PATH)).body.isConnected).toBe(false);
  });

  test('is refused if it already opens another account, on a page with a link back', async () => {
    const claims = claimsOf();
    await signInBy(issuer, server, claims);

    const answer = await connect(claims);

    expect([answer.status, lineOf(answer)]).toEqual([409, 'This single sign-on opens another account already']);
    expect(answer.text).toContain('href="/account"');
    expect(answer.text).not.toContain('<form');
    expect((await ana.get('/api/auth/user')).body).toEqual(ana.user);
  });

  test('is refused a second time, at the start or at the end', async () => {
    const late = await leave();
    await connect(claimsOf());

    const answers = [
      await ana.post(PATH, { currentPassword: PASSWORD }),
      await comeBack(server, issuer.approve(late.authorization, claimsOf()), `${late.flow}; ${ana.cookie}`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([409, 409]);
  });
});

describe('disconnecting', () => {
  test('removes single sign-on, and ends the other sessions with their tabs', async () => {
    const claims = { ...claimsOf(), email: ana.user.email };
    await connect(claims);
    const elsewhere = await signInBy(issuer, server, claims);
    const tab = await openTab(server, { cookie: sessionOf(elsewhere) });

    const answer = await ana.delete(PATH);

    expect(answer.status).toBe(204);
    await tab.whenCut();
    expect((await readAs(server, elsewhere)).status).toBe(401);
    expect((await ana.get(PATH)).body).toEqual({ hasPassword: true, isConnected: false });
    expect((await signInBy(issuer, server, claims)).status).toBe(409);
  });

  test('is refused without a password', async () => {
    const session = sessionOf(await signInBy(issuer, server, claimsOf()));

    const answer = await ana.delete(PATH).set('Cookie', session);

    expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
  });
});

test('a person without a password cannot change it or connect with it', async () => {
  const session = sessionOf(await signInBy(issuer, server, claimsOf()));
  const as = (test: ReturnType<Person['get']>) => test.set('Cookie', session);

  const change = await as(ana.put('/api/user/password', { currentPassword: 'x', newPassword: 'another good one' }));
  const again = await as(ana.post(PATH, { currentPassword: 'x' }));

  expect([change.status, change.body.error]).toEqual([403, 'You sign in by single sign-on, without a password']);
  expect(again.status).toBe(409);
  expect((await as(ana.get(PATH))).body).toEqual({ hasPassword: false, isConnected: true });
});
