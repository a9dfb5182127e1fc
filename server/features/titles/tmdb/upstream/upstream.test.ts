import { createServer, type Server } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { upstreamRetries } from '../../../../platform/http/metrics.ts';
import { log } from '../../../../platform/log.ts';
import type { Fault } from '../../../../testing/titles/movieDatabase.faults.ts';
import { type MovieDatabase, startMovieDatabase } from '../../../../testing/titles/movieDatabase.ts';
import { createUpstream, type Timing, type Upstream } from './upstream.ts';

let database: MovieDatabase;
let upstream: Upstream;
let hasty: Upstream;

/** Faults that are retried. */
const passing: Fault[] = [
  ...(['tooMany', 'tooManyUntil', 'broken', 'unavailable', 'cut', 'hungUp', 'moved'] as const),
  ...(['malformed', 'portal', 'notZipped', 'empty', 'nothing', 'silent', 'slow', 'dripping'] as const),
];

/** Faults that end only by the time limit of an attempt. */
const hanging: readonly Fault[] = ['silent', 'slow', 'dripping'];

const asking = (timing: Partial<Timing>) => createUpstream({ service: 'tmdb', baseUrl: new URL(database.url), timing });

const read = (answer: unknown) => answer;

const asked = (fault: Fault) => (hanging.includes(fault) ? hasty : upstream);

beforeAll(async () => {
  log.level = 'silent';
  database = await startMovieDatabase();
  // Long enough for a busy machine, where a time-out would cause one more attempt.
  upstream = asking({ attemptMs: 8000, overallMs: 15_000, pauseMs: 2, restMs: 0 });
  hasty = asking({ attemptMs: 600, overallMs: 15_000, pauseMs: 2, restMs: 0 });
});
afterEach(() => {
  database.recover();
  database.requests.length = 0;
});
afterAll(async () => {
  upstream.close();
  hasty.close();
  await database.close();
});

describe('an upstream', () => {
  test('gets requests at its base address, with keys and parameters', async () => {
    const keyed = createUpstream({
      service: 'tmdb',
      baseUrl: new URL(database.url),
      params: { api_key: 'a v3 key' },
      headers: { authorization: 'Bearer a v4 token' },
    });

    await keyed.get('list', '/movie/popular', { params: { page: 2, region: undefined }, read });

    expect(database.requests).toEqual(['/movie/popular?page=2']);
    expect(database.lastParams().get('api_key')).toBe('a v3 key');
    expect(database.lastHeaders().authorization).toBe('Bearer a v4 token');
  });

  test('that answers 404 gives null after one request', async () => {
    expect(await upstream.get('title', '/movie/9999999', { read })).toBeNull();
    expect(database.requests).toHaveLength(1);
  });

  test.each(passing)('that is first %s is asked again, which the metrics count', async (fault) => {
    const before = await retries();
    database.fail(fault, 1);

    expect(await asked(fault).get('title', '/movie/603', { read })).toMatchObject({ id: 603 });
    expect(database.requests).toHaveLength(2);
    expect(await retries()).toBe(before + 1);
  });

  test.each(passing)(
    'that stays %s is asked three times, and then the request fails as the contract says',
    async (fault) => {
      database.fail(fault);

      await expect(asked(fault).get('title', '/movie/603', { read })).rejects.toMatchObject({
        code: 'upstream',
        status: 502,
      });
      expect(database.requests).toHaveLength(3);
    },
  );

  test.each<Fault>(['refused', 'flooding', 'bomb'])('that is %s is not asked again', async (fault) => {
    database.fail(fault);

    await expect(upstream.get('title', '/movie/603', { read })).rejects.toMatchObject({ code: 'upstream' });
    expect(database.requests).toHaveLength(1);
  });

  test('is waited for no longer than the time limit, also by waiting requests', async () => {
    database.fail('slow');
    const impatient = asking({ attemptMs: 10_000, overallMs: 300 });

    const all = await Promise.allSettled(
      Array.from({ length: 60 }, (_, id) => impatient.get('title', `/movie/${id}`, { read })),
    );

    // Without the limit this would take half a minute. Most waiting requests are never sent.
    expect(all.every((one) => one.status === 'rejected')).toBe(true);
    expect(database.requests.length).toBeLessThan(60);
  });

  test.each<Fault>(['silent', 'hungUp'])(
    'that is %s is left alone for a moment, and then asked again',
    async (fault) => {
      database.fail(fault);
      const impatient = asking({ attemptMs: 200, overallMs: 400, restMs: 1000 });
      const askMany = () =>
        Promise.allSettled(Array.from({ length: 20 }, (_, id) => impatient.get('title', `/movie/${id}`, { read })));
      await askMany();
      const requests = database.requests.length;

      const behind = await askMany();
      expect(behind.every((one) => one.status === 'rejected')).toBe(true);
      expect(database.requests).toHaveLength(requests);

      database.recover();
      await new Promise((resolve) => setTimeout(resolve, 1000));
      expect(await impatient.get('title', '/movie/603', { read })).toMatchObject({ id: 603 });
    },
  );

  test('that drips is aborted, even after garbage collection', async () => {
    database.fail('dripping');
    const impatient = asking({ attemptMs: 600, overallMs: 2500, restMs: 0 });
    const collecting = setInterval(collectGarbage, 30);
    await Promise.allSettled(Array.from({ length: 48 }, (_, id) => impatient.get('title', `/movie/${id}`, { read })));
    clearInterval(collecting);

    database.recover();

    // If these requests still held their places, no later one would be answered.
    expect(await impatient.get('title', '/movie/603', { read })).toMatchObject({ id: 603 });
  });

  test('is not asked for the second part of an answer after the time limit', async () => {
    const late = upstream.get('ratings', '/', { since: performance.now() - 15_000, read });

    await expect(late).rejects.toMatchObject({ code: 'upstream' });
    expect(database.requests).toEqual([]);
  });
});

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

async function retries(): Promise<number> {
  const { values } = await upstreamRetries.get();
  return values.find(({ labels }) => labels.service === 'tmdb' && labels.kind === 'title')?.value ?? 0;
}

describe('an upstream that asks to wait', () => {
  let asked: number;
  let busy: Server;
  let tired: Upstream;
  let retryAfter: string;

  beforeEach(async () => {
    asked = 0;
    busy = createServer((_req, res) => {
      asked++;
      res.writeHead(429, { 'retry-after': retryAfter }).end();
    });
    await new Promise<void>((resolve) => {
      busy.listen(0, '127.0.0.1', resolve);
    });
    const { port } = busy.address() as { port: number };
    tired = createUpstream({ service: 'tmdb', baseUrl: new URL(`http://127.0.0.1:${port}`) });
  });
  afterEach(() => {
    tired.close();
    busy.close();
  });

  test.each([
    ['in seconds', '30'],
    ['for years', '999999999'],
    ['until a date', new Date(Date.now() + 60_000).toUTCString()],
  ])('%s gets no requests, and requests that cannot wait fail at once', async (_how, value) => {
    retryAfter = value;

    await expect(tired.get('list', '/movie/popular', { read })).rejects.toMatchObject({ code: 'upstream' });
    await expect(tired.get('list', '/tv/popular', { read })).rejects.toMatchObject({ code: 'upstream' });

    expect(asked).toBe(1);
  });

  test('gets no requests that were already waiting', async () => {
    retryAfter = '30';

    await Promise.allSettled(Array.from({ length: 100 }, (_, id) => tired.get('title', `/movie/${id}`, { read })));

    // The requests that are sent at the same time, and at most one more for each of them.
    expect(asked).toBeLessThan(50);
  });
});

describe('an outage', () => {
  const lines: { level: string; facts: object; text: string }[] = [];
  const original = { warn: log.warn, info: log.info, error: log.error };
  const noting = (level: string) => (facts: object, text: string) => void lines.push({ level, facts, text });
  beforeEach(() => {
    lines.length = 0;
    Object.assign(log, { warn: noting('warn'), info: noting('info'), error: noting('error') });
  });
  afterEach(() => {
    Object.assign(log, original);
  });

  const askedOften = async (asked: Upstream, times: number) => {
    await Promise.allSettled(
      Array.from({ length: times }, (_, id) => asked.get('title', `/movie/${id + 1}`, { read })),
    );
  };

  test('is logged once at its start and once at its end, with duration and number of failures', async () => {
    const watched = asking({ pauseMs: 2, calmMs: 0 });
    database.fail('refused');
    await askedOften(watched, 20);
    await askedOften(watched, 10);
    database.recover();
    await askedOften(watched, 20);

    expect(lines).toEqual([
      {
        level: 'warn',
        // Which of the requests fails first depends on the machine.
        facts: { service: 'tmdb', kind: 'title', path: expect.stringMatching(/^\/movie\/\d+$/), reason: 'status_401' },
        text: 'title service is unavailable',
      },
      {
        level: 'info',
        facts: { service: 'tmdb', seconds: expect.any(Number), failures: 30 },
        text: 'title service is available again',
      },
    ]);
    watched.close();
  });

  test('continues while some requests fail', async () => {
    const watched = asking({ pauseMs: 2, calmMs: 60_000 });
    for (let turn = 0; turn < 5; turn++) {
      database.fail('refused');
      await askedOften(watched, 3);
      database.recover();
      await askedOften(watched, 3);
    }

    expect(lines).toHaveLength(1);
    watched.close();
  });

  test('includes answers that cannot be read', async () => {
    const watched = asking({ calmMs: 60_000 });
    const unread = () => {
      throw new Error('of another shape');
    };

    await expect(watched.get('title', '/movie/603', { read: unread })).rejects.toMatchObject({
      code: 'upstream',
      message: expect.stringContaining('cannot be read'),
    });

    expect(lines.map(({ facts }) => facts)).toEqual([
      { service: 'tmdb', kind: 'title', path: '/movie/603', reason: 'invalid' },
    ]);
    watched.close();
  });

  test('does not include unknown titles or the end of this process', async () => {
    const watched = asking({});
    await watched.get('title', '/movie/9999999', { read });
    watched.close();
    await askedOften(watched, 3);

    expect(lines).toEqual([]);
  });
});

test('running requests end at once when it closes', async () => {
  const release = database.hold();
  const closing = asking({});
  const asked = database.asked(1);
  const answer = closing.get('title', '/movie/603', { read });
  await asked;

  closing.close();

  await expect(answer).rejects.toMatchObject({ code: 'upstream' });
  release();
});

test('requests after it has closed are refused, without unhandled rejections', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  const closed = asking({});
  closed.close();

  await expect(closed.get('title', '/movie/603', { read })).rejects.toMatchObject({ code: 'upstream' });
  await new Promise((resolve) => setImmediate(resolve));

  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});
