import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Request } from 'express';
import { limits } from '../../../common/constants.ts';
import { type Person, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { rateLimited } from '../http/errors.ts';
import { bodyBytesOf, inPortions } from './limits.ts';

describe('the bytes of a body', () => {
  const bytesOf = (headers: Record<string, string>) =>
    bodyBytesOf({ headers, is: (() => headers['content-type']?.startsWith('multipart') ?? false) as Request['is'] });
  const multipart = 'multipart/form-data; boundary=x';

  test.each([
    [{}, 0],
    [{ 'content-length': '512' }, 512],
    [{ 'content-length': '999999999999' }, limits.jsonBodyBytes],
    [{ 'transfer-encoding': 'chunked' }, limits.jsonBodyBytes],
    [{ 'content-length': '999999999999', 'content-type': multipart }, limits.pictureBytes],
    [{ 'transfer-encoding': 'chunked', 'content-type': multipart }, limits.pictureBytes],
  ])('with the headers %j are %i', (headers, bytes) => {
    expect(bytesOf(headers)).toBe(bytes);
  });
});

describe('a limit in portions', () => {
  /** A limit of this many portions that answers after a pause. */
  function createStored(portions: number) {
    const stored = {
      taken: 0,
      async take(_key: string, points = 1) {
        await new Promise((resolve) => setImmediate(resolve));
        stored.taken += points;
        if (stored.taken > portions) throw rateLimited(1);
      },
      async giveBack(_key: string, points = 1) {
        stored.taken -= points;
      },
    };
    return stored;
  }

  test('asks the stored limit once for many small takes', async () => {
    const stored = createStored(10);
    const limit = inPortions(stored, 100);

    for (let index = 0; index < 20; index += 1) await limit.take('ana', 10);

    expect(stored.taken).toBe(2);
  });

  test('never exceeds the limit, in sequence or in parallel', async () => {
    const stored = createStored(10);
    const limit = inPortions(stored, 100);

    const takes = Array.from({ length: 60 }, (_, index) => (index % 2 ? 30 : 70));
    const answers = await Promise.allSettled(takes.map((points) => limit.take('ana', points)));

    const given = takes.filter((_, index) => answers[index]?.status === 'fulfilled');
    expect(given.reduce((sum, points) => sum + points, 0)).toBeLessThanOrEqual(1000);
    expect(given.length).toBeGreaterThan(0);
  });

  test('takes several portions for a large amount, and keeps the rest', async () => {
    const stored = createStored(4);
    const limit = inPortions(stored, 100);

    await limit.take('ana', 250);
    await limit.take('ana', 50);
    await expect(limit.take('ana', 101)).rejects.toThrow('Too many requests');
    await limit.take('ana', 100);

    expect(stored.taken).toBe(4);
  });
});

describe('what a user writes in a day', () => {
  const server = setUpServer({ env: { RATE_LIMIT: '1' } });
  let ana: Person;
  beforeAll(async () => {
    ana = await signUp(server);
  });

  test('is limited to 50 MB including uploads; a request that does not fit is refused', async () => {
    const upload = (bytes: number) =>
      ana.post('/api/user/profile-image/upload').attach('profileImage', Buffer.alloc(bytes), 'me.png');
    const full = limits.pictureBytes - 1000;

    const statuses = [];
    for (let index = 0; index < 9; index += 1) statuses.push((await upload(full)).status);
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(full)));
    const small = await ana.post('/api/folders', { name: 'Small' });

    expect(statuses).toEqual(Array(9).fill(415));
    expect(answers.map(({ status }) => status).sort()).toEqual([415, 429, 429, 429, 429]);
    expect(small.status).toBe(201);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.code).toBe('rate_limited');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(86_000);
    expect((await ana.get('/api/folders')).status).toBe(200);
    expect((await (await signUp(server)).post('/api/folders', { name: 'Of another' })).status).toBe(201);
  });
});
