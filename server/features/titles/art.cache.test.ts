import { mkdir, mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { log } from '../../platform/log.ts';
import { visitor } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { createArtCache } from './art.cache.ts';
import { createArtist } from './art.ts';
import { createCatalogueSource } from './catalogue/catalogue.source.ts';

const source = createCatalogueSource();
const THE_MATRIX = 603;

let home: string;
let dir: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'marquee-art-'));
  dir = path.join(home, 'art-cache');
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(home, { recursive: true, force: true });
});

/** The artist of a new node, which counts its drawings. */
function freshArtist(cacheDir = dir, titles = source) {
  const { read, write } = createArtCache(cacheDir);
  const writes: Promise<void>[] = [];
  const artist = createArtist(titles, {
    cache: { read, write: async (name, bytes) => void writes.push(write(name, bytes)) },
  });
  const drawn: number[] = [];
  const admit = async (cost: number) => {
    drawn.push(cost);
  };
  return {
    drawn,
    /** Gives the picture when it has been stored. */
    async draw(id = THE_MATRIX, width = 154) {
      const bytes = await artist.draw('poster/movie', id, width, admit);
      await Promise.all(writes);
      return bytes;
    },
  };
}

const namesIn = async (folder: string) => (await readdir(folder)).sort();

describe('a picture that was drawn', () => {
  test('is read from disk after a restart, byte for byte', async () => {
    const before = freshArtist();
    const bytes = await before.draw();

    const after = freshArtist();
    const again = await after.draw();

    expect(again).toEqual(bytes);
    expect([before.drawn.length, after.drawn.length]).toEqual([1, 0]);
    expect(await namesIn(dir)).toEqual([expect.stringMatching(/^poster-movie-603-w154-[0-9a-f]{16}\.webp$/)]);
  });

  test('has another name for each size, and the same name on every node', async () => {
    const other = path.join(home, 'of another node');
    await freshArtist().draw(THE_MATRIX, 92);
    await freshArtist().draw(THE_MATRIX, 300);

    await freshArtist(other).draw(THE_MATRIX, 300);
    await freshArtist(other).draw(THE_MATRIX, 92);

    const names = await namesIn(dir);
    expect(names).toHaveLength(2);
    expect(await namesIn(other)).toEqual(names);
  });

  test('is drawn again after an upgrade with other facts of the title', async () => {
    await freshArtist().draw();
    const renamed = {
      ...source,
      findTitle: async (...asked: Parameters<typeof source.findTitle>) => {
        const title = await source.findTitle(...asked);
        return title && { ...title, title: 'Another Title' };
      },
    };
    const after = freshArtist(dir, renamed);

    await after.draw();

    expect(after.drawn).toHaveLength(1);
    expect(await namesIn(dir)).toHaveLength(2);
  });

  test('cannot be read or changed by other users of the machine', async () => {
    const umask = process.umask(0);
    await freshArtist().draw();
    const [name = ''] = await namesIn(dir);
    process.umask(umask);

    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(dir, name))).mode & 0o777).toBe(0o600);
  });

  test.each<[string, (file: string) => Promise<void>]>([
    ['cut short', (file) => truncate(file, 1000)],
    ['empty', (file) => truncate(file, 0)],
    ['something else', (file) => writeFile(file, 'not a picture')],
  ])('is drawn again when its file is %s', async (_what, damage) => {
    const bytes = await freshArtist().draw();
    const [name = ''] = await namesIn(dir);
    await damage(path.join(dir, name));

    const after = freshArtist();

    expect(await after.draw()).toEqual(bytes);
    expect(after.drawn).toHaveLength(1);
  });
});

describe('the folder', () => {
  const webp = (length: number) => {
    const bytes = Buffer.alloc(length);
    bytes.write('RIFF');
    bytes.writeUInt32LE(length - 8, 4);
    return bytes;
  };

  test('keeps to its size by removing the least recently used files', async () => {
    const cache = createArtCache(dir, 3000);
    for (const name of ['a', 'b', 'c']) await cache.write(name, webp(1000));
    await cache.read('a');

    await cache.write('d', webp(1000));

    expect(await namesIn(dir)).toEqual(['a', 'c', 'd']);
  });

  test('keeps to its size after restarts by removing the oldest files, and removes unfinished ones', async () => {
    await mkdir(dir);
    const age = async (name: string, hours: number) => {
      const time = Date.now() / 1000 - hours * 3600;
      await writeFile(path.join(dir, name), webp(1000));
      await utimes(path.join(dir, name), time, time);
    };
    await age('new', 1);
    await age('old', 3);
    await age('middle', 2);
    await age('crashed.unfinished', 2);
    await age('of-another-node.unfinished', 0.5);

    await createArtCache(dir, 3000).write('newest', webp(1000));

    expect(await namesIn(dir)).toEqual(['middle', 'new', 'newest', 'of-another-node.unfinished']);
  });

  test('that cannot be used is logged once, and pictures are still served', async () => {
    await writeFile(dir, 'a file in its place');
    const warn = jest.spyOn(log, 'warn').mockImplementation(() => {});
    const artist = freshArtist();

    const pictures = await Promise.all([artist.draw(THE_MATRIX), artist.draw(11), artist.draw(THE_MATRIX, 92)]);

    expect(pictures).not.toContain(null);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

describe('with too many requests', () => {
  test('the queue of drawings is limited, and stored pictures are still served', async () => {
    const artist = createArtist(source, { maxQueued: 3 });
    const kept = await artist.draw('poster/movie', THE_MATRIX, 92);
    const ids = (await source.candidates()).filter(({ mediaType }) => mediaType === 'movie').map(({ id }) => id);

    const asked = ids.slice(0, 12).map((id) => artist.draw('poster/movie', id, 185));
    const answers = await Promise.allSettled(asked);

    const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(5);
    expect(refused.length).toBeGreaterThan(0);
    for (const problem of refused) expect(problem).toMatchObject({ status: 503, retryAfterSeconds: 2 });
    expect(await artist.draw('poster/movie', THE_MATRIX, 92)).toBe(kept);
  });

  // Each address requests the twelve posters of a grid.
  const server = setUpServer({ env: { RATE_LIMIT: '0.01', TRUST_PROXY: 'on' } });

  test('the drawings of an address are limited for each minute, without stored pictures and without other addresses', async () => {
    const get = (id: number, size: number, address: string) =>
      visitor(server).get(`/api/art/poster/movie/${id}?size=w${size}`).set('X-Forwarded-For', address);
    await get(THE_MATRIX, 92, '10.0.0.1');

    const again = await get(THE_MATRIX, 92, '10.0.0.2');
    const large = await get(THE_MATRIX, 1280, '10.0.0.2');
    const statuses = [];
    for (const size of [154, 185, 300, 342]) statuses.push((await get(THE_MATRIX, size, '10.0.0.1')).status);
    const other = await get(11, 780, '10.0.0.1');
    const over = await get(11, 780, '10.0.0.1');

    expect([again.status, large.status]).toEqual([200, 429]);
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect([other.status, over.status]).toEqual([200, 200]);
    const last = await get(597, 500, '10.0.0.1');
    expect([last.status, last.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(last.headers['retry-after'])).toBeLessThanOrEqual(60);
  });
});
