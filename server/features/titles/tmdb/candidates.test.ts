import { describe, expect, test } from '@jest/globals';
import { upstreamAway } from '../../../platform/http/errors.ts';
import { createCatalogueSource } from '../catalogue/catalogue.source.ts';
import { createAnswerCache } from './cache/answerCache.ts';
import { createTmdbSource } from './tmdb.source.ts';
import type { Upstream } from './upstream/upstream.ts';

const film603 = { id: 603, title: 'As TMDB has it', name: 'As TMDB has it', poster_path: '/poster.jpg' };
const page = { page: 1, results: [film603], total_pages: 1, total_results: 1 };

/** An upstream with the answers of `answer`. */
const upstreamOf = (answer: (kind: string, path: string) => Promise<unknown>): Upstream => ({
  get: async (kind, path, { read }) => read(await answer(kind, path)),
  close: () => undefined,
});

function sourceOver(answer: (kind: string, path: string) => Promise<unknown>) {
  const tmdb = upstreamOf(answer);
  return createTmdbSource({ tmdb, cache: createAnswerCache(), bundled: createCatalogueSource() });
}

describe('candidates for recommendations', () => {
  test('come from twenty pages of lists, with people from the bundled catalogue', async () => {
    const asked: string[] = [];
    const source = sourceOver(async (_kind, path) => {
      asked.push(path);
      return page;
    });

    const candidates = await source.candidates();

    expect(asked).toHaveLength(20);
    const matrix = candidates.find(({ mediaType, id }) => mediaType === 'movie' && id === 603);
    expect(matrix).toMatchObject({ title: 'As TMDB has it', posterPath: '/poster.jpg', runtime: 136 });
    expect(matrix?.cast[0]?.name).toBe('Keanu Reeves');
  });

  test('are the bundled ones while the lists fail, and are requested once and not twenty times', async () => {
    let asked = 0;
    const source = sourceOver(async () => {
      asked++;
      throw upstreamAway();
    });

    const candidates = await source.candidates();

    expect(asked).toBe(1);
    expect(candidates).toHaveLength((await createCatalogueSource().candidates()).length);
    expect(await source.candidates()).toBe(candidates);
  });

  test('are the bundled ones until the lists have been loaded', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const source = sourceOver(async () => {
      await held;
      return page;
    });

    const meanwhile = await source.candidates();
    release();

    expect(meanwhile.length).toBeGreaterThan(1000);
    expect(await source.candidates()).toHaveLength(2);
  });

  test('are the same object for the same lists, so that results from them can be reused', async () => {
    const source = sourceOver(async () => page);

    expect(await source.candidates()).toBe(await source.candidates());
  });

  test('without bundled ones wait for the source, and fail with it', async () => {
    const tmdb = upstreamOf(() => Promise.reject(upstreamAway()));
    const alone = createTmdbSource({ tmdb, cache: createAnswerCache() });

    await expect(alone.candidates()).rejects.toMatchObject({ code: 'upstream' });
  });

  test('leave out lists that fail', async () => {
    const source = sourceOver(async (_kind, path) => {
      if (path !== '/movie/popular') throw upstreamAway();
      return page;
    });

    expect(await source.candidates()).toHaveLength(1);
  });
});
