import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { PASSWORD, type Person, signUp, visitor } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';

const server = setUpServer({ env: { RATE_LIMIT: '1', TRUST_PROXY: 'on' } });
let ana: Person;

// Behind a trusted proxy, so that each test can use its own addresses.
beforeAll(async () => {
  ana = await signUp(server, 'Ana');
});

let nextAddress = 0;
const freshAddress = () => {
  nextAddress += 1;
  return `10.0.0.${nextAddress}`;
};
const register = (email: string, address: string) =>
  visitor(server).post('/api/auth/register', { email, password: PASSWORD }).set('X-Forwarded-For', address);
const freshEmail = () => `${randomUUID()}@example.com`;
const times = (count: number) => Array.from({ length: count });

describe('registering', () => {
  test('one address may register twenty accounts an hour; other addresses are not affected', async () => {
    const address = freshAddress();
    // With an email address that is taken, no password is hashed, which is faster. It counts the same.
    const statuses = [];
    for (const _ of times(21)) statuses.push((await register(ana.user.email, address)).status);

    expect(statuses).toEqual([...Array(20).fill(409), 429]);
    expect((await register(freshEmail(), freshAddress())).status).toBe(201);
  });

  test('a made-up forwarded address does not avoid the limit', async () => {
    const own = freshAddress();
    const statuses = [];
    for (const [index] of times(21).entries()) {
      statuses.push((await register(ana.user.email, `198.51.100.${index}, ${own}`)).status);
    }

    expect(statuses).toEqual([...Array(20).fill(409), 429]);
  });
});

describe('uploading', () => {
  test('a user may upload twenty pictures a minute, valid or not', async () => {
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

describe('a tab', () => {
  test('may send twenty messages within a second, and gets rate_limited for the next', async () => {
    const tab = await openTab(server, ana);
    const ask = () => tab.socket.timeout(5000).emitWithAck('sync', { folders: {}, userRev: 0 });

    const replies = await Promise.all(times(21).map(ask));

    const codes = replies.map((reply) => ('code' in reply ? reply.code : 'answered'));
    expect(codes.sort()).toEqual([...Array(20).fill('answered'), 'rate_limited']);
    tab.close();
  });
});

describe('writing', () => {
  test('a user may send three hundred writes a minute; reads are not limited', async () => {
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
