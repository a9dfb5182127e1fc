import { afterEach, expect, test } from '@jest/globals';
import { setupCodeOf } from '../../../platform/instance/instance.ts';
import { startIssuer, type TestIssuer } from '../../../testing/oidc/issuer.ts';
import { claimsOf, comeBack, leave, readAs, sessionOf } from '../../../testing/oidc/singleSignOn.ts';
import { visitor } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let issuer: TestIssuer;
let server: TestServer;

afterEach(async () => {
  await server.stop();
  await issuer.stop();
});

async function start(env: Record<string, string> = {}) {
  issuer = await startIssuer();
  server = await startTestServer({ env: { ...issuer.env, HOST: '0.0.0.0', LOG_LEVEL: 'silent', ...env } });
}

async function arrive(claims: object = claimsOf(), returnTo = '/folders') {
  const { authorization, cookie } = await leave(server, returnTo);
  return comeBack(server, issuer.approve(authorization, { ...claims }), cookie);
}

const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
const sendCode = (page: string, setupCode: string) =>
  visitor(server)
    .post('/api/auth/oidc/setup')
    .type('form')
    .set('Origin', server.url)
    .send({ ticket: hidden(page, 'ticket'), returnTo: hidden(page, 'returnTo'), setupCode });
const rightCode = () => setupCodeOf(server.config.sessionSecret ?? '');

test.each(['off', 'on'])(
  'with LOCAL_ACCOUNTS=%s the first single sign-on needs the setup code',
  async (LOCAL_ACCOUNTS) => {
    await start({ LOCAL_ACCOUNTS });
    const claims = claimsOf();

    const asked = await arrive(claims);
    const wrong = await sendCode(asked.text, 'AAAA-AAAA');
    const right = await sendCode(wrong.text, rightCode().toLowerCase());

    expect([asked.status, sessionOf(asked)]).toEqual([200, '']);
    expect(asked.text).toContain('Enter the setup code');
    expect(asked.text).not.toContain('role="alert"');
    expect([wrong.status, sessionOf(wrong)]).toEqual([403, '']);
    expect(wrong.text).toContain('It is in the log of the server.');
    expect([right.status, right.headers.location]).toEqual([303, '/folders']);
    expect((await readAs(server, right)).body).toMatchObject({
      email: claims.email.toLowerCase(),
      firstName: 'Ana',
      isOperator: true,
    });
  },
);

test('the step before cannot be made up, and leads back to single sign-on when it has expired', async () => {
  await start({ LOCAL_ACCOUNTS: 'off' });

  const answer = await sendCode('name="ticket" value="made-up"', rightCode());

  expect(answer.status).toBe(409);
  expect(answer.text).toContain('That sign-in took too long');
  expect(answer.text).toContain('Continue with single sign-on');
});

test('of two that wait for the code, one becomes the operator, and the other gets an account like everyone', async () => {
  await start();
  const pages = [await arrive(claimsOf('Ana')), await arrive(claimsOf('Ben'))];

  const answers = await Promise.all(pages.map(({ text }) => sendCode(text, rightCode())));

  const roles = await Promise.all(answers.map(async (answer) => (await readAs(server, answer)).body.isOperator));
  expect(roles.sort()).toEqual([false, true]);
});

test('later sign-ins do not ask for it', async () => {
  await start();
  await sendCode((await arrive()).text, rightCode());

  const later = await arrive();

  expect([later.status, (await readAs(server, later)).body.isOperator]).toEqual([302, false]);
});

test('on this machine no code is needed', async () => {
  await start({ HOST: '127.0.0.1', LOCAL_ACCOUNTS: 'off' });

  const answer = await arrive();

  expect((await readAs(server, answer)).body.isOperator).toBe(true);
});
