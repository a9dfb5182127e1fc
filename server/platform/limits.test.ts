import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { loadConfig } from '../config.ts';
import { PASSWORD, type Person, signUp, visitor } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { openTab } from '../testing/tabs.ts';
import { addressOf } from './limits.ts';

let server: TestServer;
let ana: Person;

// Behind a proxy, so that each test comes from an address of its own.
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT: '1', TRUST_PROXY: 'on' } });
  ana = await signUp(server, 'Ana');
});
afterAll(() => server.stop());

let nextAddress = 0;
const freshAddress = () => {
  nextAddress += 1;
  return `10.0.0.${nextAddress}`;
};
const signIn = (email: string, password: string, address: string) =>
  visitor(server).post('/api/auth/login', { email, password }).set('X-Forwarded-For', address);
const register = (email: string, address: string) =>
  visitor(server).post('/api/auth/register', { email, password: PASSWORD }).set('X-Forwarded-For', address);
const freshEmail = () => `${randomUUID()}@example.com`;
const times = (count: number) => Array.from({ length: count });

describe('signing in', () => {
  test('ten wrong tries on one account make the right password wait too, from anywhere', async () => {
    const { user } = await signUp(server);
    const wrong = [];
    for (const _ of times(10)) wrong.push((await signIn(user.email, 'wrong password', freshAddress())).status);

    const right = await signIn(user.email.toUpperCase(), PASSWORD, freshAddress());

    expect(wrong).toEqual(Array(10).fill(401));
    expect(right.body.code).toBe('rate_limited');
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(800);
    expect(Number(right.headers['retry-after'])).toBeLessThanOrEqual(900);
  });

  test('tries at the same moment count too', async () => {
    const { user } = await signUp(server);

    const answers = await Promise.all(times(25).map(() => signIn(user.email, 'wrong password', freshAddress())));

    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  test('a right guess among many at the same moment waits with them', async () => {
    const { user } = await signUp(server);

    const guesses = [...times(20).map(() => 'wrong password'), PASSWORD];
    const answers = await Promise.all(guesses.map((password) => signIn(user.email, password, freshAddress())));

    expect(answers.map(({ status }) => status)).not.toContain(200);
  });

  test('an account that nobody has waits as one that somebody has', async () => {
    const email = freshEmail();
    for (const _ of times(10)) await signIn(email, 'wrong password', freshAddress());

    expect((await signIn(email, 'wrong password', freshAddress())).status).toBe(429);
  });

  test('many times at the same moment with the right password is nothing to wait for', async () => {
    const { user } = await signUp(server);
    const address = freshAddress();

    const answers = await Promise.all(times(25).map(() => signIn(user.email, PASSWORD, address)));

    expect(answers.map(({ status }) => status)).toEqual(Array(25).fill(200));
  });

  test('a hundred wrong tries from one address make it wait, whatever the account, and others go on', async () => {
    const address = freshAddress();

    const answers = await Promise.all(times(100).map(() => signIn(freshEmail(), 'wrong password', address)));
    const over = await signIn(ana.user.email, PASSWORD, address);

    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(401));
    expect(over.body.code).toBe('rate_limited');
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(800);
    expect((await signIn(ana.user.email, PASSWORD, freshAddress())).status).toBe(200);
  }, 60_000);

  test('with the right password is never counted', async () => {
    const address = freshAddress();

    const statuses = [];
    for (const _ of times(12)) statuses.push((await signIn(ana.user.email, PASSWORD, address)).status);

    expect(statuses).toEqual(Array(12).fill(200));
  });

  test('other accounts from the same address go on', async () => {
    const { user } = await signUp(server);
    const address = freshAddress();
    for (const _ of times(11)) await signIn(user.email, 'wrong password', address);

    expect((await signIn(ana.user.email, PASSWORD, address)).status).toBe(200);
  });

  test('a form that must wait is shown again and says so', async () => {
    const email = freshEmail();
    for (const _ of times(10)) await signIn(email, 'wrong password', freshAddress());

    const answer = await visitor(server)
      .post('/api/auth/login')
      .type('form')
      .send(`email=${encodeURIComponent(email)}&password=x`);

    expect([answer.status, answer.type]).toEqual([429, 'text/html']);
    expect(answer.headers['retry-after']).toBeDefined();
  });
});

describe('registering', () => {
  test('twenty accounts an hour come from one address, and others go on', async () => {
    const address = freshAddress();
    // An address that has an account already spares the twenty their hashes of passwords, and counts the same.
    const statuses = [];
    for (const _ of times(21)) statuses.push((await register(ana.user.email, address)).status);

    expect(statuses).toEqual([...Array(20).fill(409), 429]);
    expect((await register(freshEmail(), freshAddress())).status).toBe(201);
  });
});

describe('uploading', () => {
  test('twenty pictures a minute are a user’s, right or wrong', async () => {
    const [busy, other] = await Promise.all([signUp(server), signUp(server)]);
    const upload = (person: Person) => person.post('/api/user/profile-image/upload');

    const answers = await Promise.all(times(20).map(() => upload(busy)));
    const over = await upload(busy);

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(400));
    expect(over.body.code).toBe('rate_limited');
    expect(Number(over.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await upload(other)).status).toBe(400);
  });
});

describe('a password that is changed', () => {
  test('makes the right one wait after ten wrong ones', async () => {
    const person = await signUp(server);
    const change = (currentPassword: string) =>
      person.put('/api/user/password', { currentPassword, newPassword: 'another good one' });

    const wrong = [];
    for (const _ of times(10)) wrong.push((await change('wrong password')).status);
    const right = await change(PASSWORD);

    expect(wrong).toEqual(Array(10).fill(403));
    expect(right.body.code).toBe('rate_limited');
    expect(right.headers['retry-after']).toBeDefined();
  });
});

describe('a tab', () => {
  test('sends twenty messages within a second, and is told to wait with the next', async () => {
    const tab = await openTab(server, ana);
    const ask = () => tab.socket.timeout(5000).emitWithAck('sync', { folders: {}, userRev: 0 });

    const replies = await Promise.all(times(21).map(ask));

    const codes = replies.map((reply) => ('code' in reply ? reply.code : 'answered'));
    expect(codes.sort()).toEqual([...Array(20).fill('answered'), 'rate_limited']);
    tab.close();
  });
});

describe('an address', () => {
  const seenBy = async (trusted: string, forwarded: string) => {
    const app = express();
    app.set('trust proxy', loadConfig({ TRUST_PROXY: trusted }).trustProxy);
    app.get('/', (req, res) => {
      res.send(addressOf(req));
    });
    return (await request(app).get('/').set('X-Forwarded-For', forwarded)).text;
  };

  test.each([
    ['off', '203.0.113.7', '127.0.0.1'],
    ['on', '203.0.113.7', '203.0.113.7'],
    ['on', 'made up, 198.51.100.9, 203.0.113.7', '203.0.113.7'],
    ['2', 'made up, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['2', '203.0.113.7', '203.0.113.7'],
    ['on', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['on', '2001:db8::6', '2001:db8:0:0'],
    ['on', '::1', '0:0:0:0'],
    ['on', '::ffff:203.0.113.7', '203.0.113.7'],
  ])('behind TRUST_PROXY=%s that is forwarded as %s is %s', async (trusted, forwarded, address) => {
    expect(await seenBy(trusted, forwarded)).toBe(address);
  });

  test('that a visitor makes up does not spare them the wait', async () => {
    const own = freshAddress();
    const statuses = [];
    for (const [index] of times(21).entries()) {
      statuses.push((await register(ana.user.email, `198.51.100.${index}, ${own}`)).status);
    }

    expect(statuses).toEqual([...Array(20).fill(409), 429]);
  });
});

describe('writing', () => {
  test('three hundred requests a minute are a user’s, reads are free', async () => {
    const [busy, other] = await Promise.all([signUp(server), signUp(server)]);
    const write = (person: Person) => person.put('/api/folders/x', {});

    const statuses = [];
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(times(30).map(() => write(busy)));
      statuses.push(...answers.map(({ status }) => status));
    }
    const over = await write(busy);

    expect(statuses).toEqual(Array(300).fill(404));
    expect(over.body.code).toBe('rate_limited');
    expect(Number(over.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await busy.get('/api/folders')).status).toBe(200);
    expect((await write(other)).status).toBe(404);
  });
});
