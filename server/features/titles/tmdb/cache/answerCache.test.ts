import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { trusted } from 'mongoose';
import { setUpServer } from '../../../../testing/server.ts';
import { type AnswerCache, createAnswerCache } from './answerCache.ts';
import { CachedAnswerModel, trim } from './cachedAnswer.store.ts';
import { policies } from './cachePolicy.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

setUpServer();
let time: number;
let cache: AnswerCache;
let key: string;
let loads: number;

const newCache = () => createAnswerCache({ now: () => time, elapsed: () => time });
const load = async () => {
  loads++;
  return { version: loads };
};
const fail = async (): Promise<{ version: number }> => {
  loads++;
  throw new Error('away');
};

beforeEach(() => {
  time = Date.now();
  cache = newCache();
  key = randomUUID();
  loads = 0;
});

/** Waits for work that continues after an answer. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  await cache.close();
}

describe('an answer', () => {
  test('is loaded once for simultaneous requests, and then cached', async () => {
    const together = await Promise.all(Array.from({ length: 100 }, () => cache.read('title', key, load)));
    const later = await cache.read('title', key, load);

    expect([...together, later]).toEqual(Array(101).fill({ version: 1 }));
    expect(loads).toBe(1);
  });

  test('is shared with other nodes and stays after a restart', async () => {
    await cache.read('title', key, load);
    await cache.close();

    expect(await newCache().read('title', key, load)).toEqual({ version: 1 });
    expect(loads).toBe(1);
  });

  test('of a search is cached only in memory', async () => {
    await cache.read('search', key, load);
    await cache.close();

    expect(await newCache().read('search', key, load)).toEqual({ version: 2 });
  });

  test('that is stale is given at once, while a new one is fetched in the background', async () => {
    await cache.read('title', key, load);
    time += 2 * DAY;

    expect(await cache.read('title', key, load)).toEqual({ version: 1 });
    await settled();
    expect(await cache.read('title', key, load)).toEqual({ version: 2 });
  });

  test('that is stale in the database is given by a new node', async () => {
    await cache.read('title', key, load);
    await cache.close();
    time += 2 * DAY;
    cache = newCache();

    expect(await cache.read('title', key, fail)).toEqual({ version: 1 });
  });

  test('that is stale is given while the upstream fails, and few new requests are made', async () => {
    await cache.read('title', key, load);
    time += 20 * DAY;

    for (let turn = 0; turn < 5; turn++) {
      expect(await cache.read('title', key, fail)).toEqual({ version: 1 });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(loads).toBe(2);

    time += 60_000;
    await cache.read('title', key, fail);
    expect(loads).toBe(3);
  });

  test('is fetched again in the background when the clock is set back', async () => {
    await cache.read('title', key, load);
    time -= 2 * HOUR;

    expect(await cache.read('title', key, load)).toEqual({ version: 1 });
    await settled();
    expect(await cache.read('title', key, load)).toEqual({ version: 2 });
  });

  test('is removed from memory and database when it expires', async () => {
    await cache.read('title', key, load);
    time += policies.title.keepMs;

    await expect(cache.read('title', key, fail)).rejects.toThrow('away');
    await expect(newCache().read('title', key, fail)).rejects.toThrow('away');
  });

  test('that failed is requested again by the next reader', async () => {
    await expect(cache.read('title', key, fail)).rejects.toThrow('away');

    expect(await cache.read('title', key, load)).toEqual({ version: 2 });
  });

  test('of 404 is cached for minutes, only by this node', async () => {
    const missing = async () => {
      loads++;
      return null;
    };
    await cache.read('title', key, missing);
    await cache.read('title', key, missing);
    expect(loads).toBe(1);

    time += HOUR;
    expect(await cache.read('title', key, load)).toEqual({ version: 2 });
    await cache.close();
    expect(await CachedAnswerModel.countDocuments({ _id: trusted({ $regex: key }) })).toBe(1);
  });

  test('that is an empty page is not cached', async () => {
    await cache.read('list', key, async () => ({ results: [] }));
    await cache.close();

    expect(await CachedAnswerModel.countDocuments({ _id: trusted({ $regex: key }) })).toBe(0);
  });
});

describe('the stored answers', () => {
  const kept = async () =>
    (await CachedAnswerModel.find({ _id: trusted({ $regex: key }) }, { _id: 1 }).lean()).map(({ _id }) => _id);

  test('do not include very large ones, which this node caches in memory', async () => {
    const large = async () => ({ text: 'x'.repeat(600_000) });
    await cache.read('title', key, large);
    await cache.close();

    expect(await kept()).toEqual([]);
    expect(await cache.read('title', key, fail)).toMatchObject({ text: expect.any(String) });
  });

  test('are limited in number, and the oldest are removed first', async () => {
    await CachedAnswerModel.deleteMany({});
    cache = createAnswerCache({ now: () => time, maxStored: 10, trimEvery: 4 });
    for (let place = 0; place < 24; place++) {
      time += 1000;
      await cache.read('title', `${key}-${String(place).padStart(2, '0')}`, load);
    }
    await cache.close();

    const places = (await kept()).map((id) => Number(id.slice(-2))).sort((a, b) => a - b);
    expect(places).toEqual([14, 15, 16, 17, 18, 19, 20, 21, 22, 23]);
  });

  test('are not removed further when several nodes remove the oldest at the same time', async () => {
    await CachedAnswerModel.deleteMany({});
    const expiresAt = new Date(time + DAY);
    const stored = Array.from({ length: 200 }, (_, age) => ({
      _id: `${key}-${age}`,
      json: '{}',
      fetchedAt: new Date(time - age),
      expiresAt,
    }));
    await CachedAnswerModel.insertMany(stored);

    await Promise.all(Array.from({ length: 8 }, () => trim(10)));

    expect(await kept()).toHaveLength(10);
  });
});

test('answers are kept for at most six months, and the database removes them itself', async () => {
  await cache.read('title', key, load);
  await cache.close();
  const kept = await CachedAnswerModel.findOne({ _id: trusted({ $regex: key }) }).lean();
  const indexes = await CachedAnswerModel.collection.indexes();

  for (const { keepMs } of Object.values(policies)) expect(keepMs).toBeLessThanOrEqual(180 * DAY);
  expect(kept && kept.expiresAt.getTime() - kept.fetchedAt.getTime()).toBe(policies.title.keepMs);
  expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
});
