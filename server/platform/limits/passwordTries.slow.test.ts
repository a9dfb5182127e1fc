import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { cookieOf, PASSWORD, type Person, visitor } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { setupCodeOf } from '../instance/instance.ts';

const server = setUpServer({ env: { RATE_LIMIT: '1', TRUST_PROXY: 'on' } });
let owner: Person;
let email: string;

// Behind a trusted proxy, so that each test can use its own addresses.
beforeEach(async () => {
  owner = await signUpFrom(freshAddress());
  email = owner.user.email;
});

const WRONG = 'wrong password';

let nextAddress = 0;
const freshAddress = () => {
  nextAddress += 1;
  return `10.0.${nextAddress >> 8}.${nextAddress & 255}`;
};
const freshEmail = () => `${randomUUID()}@example.com`;
const times = (count: number) => Array.from({ length: count });

// signUp uses this machine's address, which may register twenty accounts an hour.
async function signUpFrom(address: string): Promise<Person> {
  const setupCode = setupCodeOf(server.config.sessionSecret ?? '');
  const body = { email: freshEmail(), password: PASSWORD, setupCode };
  const answer = await visitor(server).post('/api/auth/register', body).set('X-Forwarded-For', address);
  const cookie = cookieOf(answer.headers);
  const { cookie: _none, ...calls } = visitor(server);
  return { ...calls, user: answer.body, cookie };
}
const signIn = (password: string, address: string, { account = email, cookie = '' } = {}) =>
  visitor(server)
    .post('/api/auth/login', { email: account, password })
    .set('X-Forwarded-For', address)
    .set('Cookie', cookie);
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status);

async function tryWrong(count: number, address: string, options = {}): Promise<number[]> {
  const statuses = [];
  for (const _ of times(count)) statuses.push((await signIn(WRONG, address, options)).status);
  return statuses;
}

describe('ten wrong attempts on an account from one address', () => {
  test('block the right password too, but only from that address', async () => {
    const address = freshAddress();
    const wrong = await tryWrong(10, address);

    const right = await signIn(PASSWORD, address, { account: email.toUpperCase() });

    expect(wrong).toEqual(Array(10).fill(401));
    expect(right.body.code).toBe('rate_limited');
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(800);
    expect(Number(right.headers['retry-after'])).toBeLessThanOrEqual(900);
    expect((await signIn(PASSWORD, freshAddress())).status).toBe(200);
  });

  test('count when they are sent in parallel, and block a right one among them', async () => {
    const address = freshAddress();
    const guesses = [...times(20).map(() => WRONG), PASSWORD];

    const statuses = statusesOf(await Promise.all(guesses.map((password) => signIn(password, address))));

    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(11);
  });

  test('count for the whole network of an IPv6 address', async () => {
    const network = `2001:db8:${randomUUID().slice(0, 4)}:7`;
    for (const [index] of times(10).entries()) await signIn(WRONG, `${network}::${index + 1}`);

    expect((await signIn(PASSWORD, `${network}:ffff::1`)).status).toBe(429);
    expect((await signIn(PASSWORD, `${network.slice(0, -1)}8::1`)).status).toBe(200);
  });

  test('have the same effect for an account that does not exist', async () => {
    const address = freshAddress();
    const account = freshEmail();
    await tryWrong(10, address, { account });

    expect((await signIn(WRONG, address, { account })).status).toBe(429);
  });

  test('do not block other accounts', async () => {
    const address = freshAddress();
    await tryWrong(11, address, { account: freshEmail() });

    expect((await signIn(PASSWORD, address)).status).toBe(200);
  });

  test('show the form again with the error', async () => {
    const address = freshAddress();
    await tryWrong(10, address);

    const answer = await visitor(server)
      .post('/api/auth/login')
      .set('X-Forwarded-For', address)
      .type('form')
      .send(`email=${encodeURIComponent(email)}&password=x`);

    expect([answer.status, answer.type]).toEqual([429, 'text/html']);
    expect(answer.headers['retry-after']).toBeDefined();
  });
});

describe('the right password', () => {
  test('is never counted, in sequence or in parallel', async () => {
    const address = freshAddress();

    const statuses = [];
    for (const _ of times(12)) statuses.push((await signIn(PASSWORD, address)).status);
    const together = await Promise.all(times(25).map(() => signIn(PASSWORD, address)));

    expect(statuses).toEqual(Array(12).fill(200));
    expect(statusesOf(together)).toEqual(Array(25).fill(200));
  });
});

test('a hundred wrong attempts from one address block it for every account; other addresses are not affected', async () => {
  const address = freshAddress();

  const answers = await Promise.all(times(100).map(() => signIn(WRONG, address, { account: freshEmail() })));
  const over = await signIn(PASSWORD, address);

  expect(statusesOf(answers)).toEqual(Array(100).fill(401));
  expect(over.body.code).toBe('rate_limited');
  expect(Number(over.headers['retry-after'])).toBeGreaterThan(800);
  expect((await signIn(PASSWORD, freshAddress())).status).toBe(200);
});

describe('guesses at one account from many addresses', () => {
  const guessFromEverywhere = (count: number) => Promise.all(times(count).map(() => signIn(WRONG, freshAddress())));

  test('are limited to one in thirty seconds after twenty', async () => {
    const answers = await guessFromEverywhere(40);

    const checked = answers.filter(({ status }) => status === 401);
    const refused = answers.filter(({ status }) => status === 429);
    expect([checked.length, refused.length]).toEqual([21, 19]);
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeLessThanOrEqual(30);
  });

  test('do not affect a device that has signed in before', async () => {
    await guessFromEverywhere(30);

    const known = await Promise.all(times(5).map(() => signIn(PASSWORD, freshAddress(), { cookie: owner.cookie })));

    expect(statusesOf(known)).toEqual(Array(5).fill(200));
  });

  test('that were refused without a check do not count against the address', async () => {
    await guessFromEverywhere(30);
    const address = freshAddress();

    const statuses = await tryWrong(15, address);
    const other = await tryWrong(10, address, { account: freshEmail() });

    expect(statuses).toEqual(Array(15).fill(429));
    expect(other).toEqual(Array(10).fill(401));
  });
});

describe('a device that has signed in to the account before', () => {
  const deviceOf = (cookie: string) => cookie.split('; ').find((one) => one.startsWith('marquee.device.')) ?? '';

  test('can sign in from an address that is blocked', async () => {
    const address = freshAddress();
    await tryWrong(10, address);

    expect((await signIn(PASSWORD, address)).status).toBe(429);
    expect((await signIn(PASSWORD, address, { cookie: owner.cookie })).status).toBe(200);
  });

  test('has its own ten attempts', async () => {
    const wrong = await tryWrong(10, freshAddress(), { cookie: owner.cookie });

    expect(wrong).toEqual(Array(10).fill(401));
    expect((await signIn(PASSWORD, freshAddress(), { cookie: owner.cookie })).status).toBe(429);
    expect((await signIn(PASSWORD, freshAddress())).status).toBe(200);
  });

  test('gets no additional attempts by signing in again', async () => {
    const again = await signIn(PASSWORD, freshAddress(), { cookie: owner.cookie });
    await tryWrong(10, freshAddress(), { cookie: owner.cookie });

    expect((await signIn(PASSWORD, freshAddress(), { cookie: cookieOf(again.headers) })).status).toBe(429);
  });

  test('shares twenty attempts with all other devices of the account', async () => {
    const devices = [];
    for (const _ of times(4)) devices.push(cookieOf((await signIn(PASSWORD, freshAddress())).headers));

    const guesses = [];
    for (const cookie of devices) guesses.push(...(await tryWrong(10, freshAddress(), { cookie })));

    expect(guesses.filter((status) => status === 401)).toHaveLength(20);
  });

  test('can sign in while strangers and another known device use up their attempts', async () => {
    const other = cookieOf((await signIn(PASSWORD, freshAddress())).headers);
    await Promise.all(times(30).map(() => signIn(WRONG, freshAddress())));
    await tryWrong(12, freshAddress(), { cookie: other });

    expect((await signIn(PASSWORD, freshAddress(), { cookie: owner.cookie })).status).toBe(200);
  });

  test('is unknown after a change of the password elsewhere, but the device that made the change is not', async () => {
    const newPassword = 'another good one';
    const elsewhere = cookieOf((await signIn(PASSWORD, freshAddress())).headers);
    const changed = await visitor(server)
      .put('/api/user/password', { currentPassword: PASSWORD, newPassword })
      .set('X-Forwarded-For', freshAddress())
      .set('Cookie', owner.cookie);
    await Promise.all(times(30).map(() => signIn(WRONG, freshAddress())));

    expect((await signIn(newPassword, freshAddress(), { cookie: elsewhere })).status).toBe(429);
    expect((await signIn(newPassword, freshAddress(), { cookie: cookieOf(changed.headers) })).status).toBe(200);
  });

  test('is unknown to the next account with the same address', async () => {
    const mine = await visitor(server).put('/api/user/email', { email: freshEmail() }).set('Cookie', owner.cookie);
    const body = { email, password: 'another good one' };
    await visitor(server).post('/api/auth/register', body).set('X-Forwarded-For', freshAddress());
    await Promise.all(times(30).map(() => signIn(WRONG, freshAddress())));

    expect(mine.status).toBe(200);
    expect((await signIn(body.password, freshAddress(), { cookie: owner.cookie })).status).toBe(429);
  });

  test('has a cookie for a year that is HttpOnly and SameSite=Lax and gives no access', async () => {
    const answer = await signIn(PASSWORD, freshAddress());

    const cookie = (answer.headers['set-cookie'] as unknown as string[]).find((one) => one.includes('marquee.device'));
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie).not.toMatch(/; Secure|Domain/);
    expect(cookie).not.toContain(email.split('@')[0]);
    expect(Date.parse(/Expires=([^;]+)/.exec(cookie ?? '')?.[1] ?? '') - Date.now()).toBeGreaterThan(364 * 86_400_000);
    const alone = await visitor(server)
      .get('/api/auth/user')
      .set('Cookie', deviceOf(cookieOf(answer.headers)));
    expect(alone.status).toBe(401);
  });

  test('has a __Host- cookie over https', async () => {
    const answer = await signIn(PASSWORD, freshAddress()).set('X-Forwarded-Proto', 'https');

    const cookie = (answer.headers['set-cookie'] as unknown as string[]).find((one) => one.includes('marquee.device'));
    expect(cookie).toMatch(/^__Host-marquee\.device\./);
    expect(cookie).toMatch(/; Secure/);
  });
});

describe('the password check of a signed-in user', () => {
  const change = (currentPassword: string, address: string, cookie: string) =>
    visitor(server)
      .put('/api/user/password', { currentPassword, newPassword: 'another good one' })
      .set('X-Forwarded-For', address)
      .set('Cookie', cookie);
  const sessionOf = (cookie: string) => cookie.split('; ').find((one) => one.includes('marquee.sid')) ?? '';

  test('is blocked after ten wrong attempts, including those at the sign-in', async () => {
    const address = freshAddress();
    const session = sessionOf(owner.cookie);
    await tryWrong(6, address);
    const wrong = [];
    for (const _ of times(4)) wrong.push((await change(WRONG, address, session)).status);

    const right = await change(PASSWORD, address, session);

    expect(wrong).toEqual(Array(4).fill(403));
    expect(right.body.code).toBe('rate_limited');
    expect(right.headers['retry-after']).toBeDefined();
  });

  test('is not blocked for the owner by guesses in a stolen session', async () => {
    const thief = freshAddress();
    for (const _ of times(12)) await change(WRONG, thief, sessionOf(owner.cookie));

    expect((await change(PASSWORD, freshAddress(), owner.cookie)).status).toBe(204);
  });
});
