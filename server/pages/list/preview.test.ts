import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { families, familyKeys } from '../../../common/families.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import { FolderModel } from '../../features/folders/model/folder.model.ts';
import { log } from '../../platform/log.ts';
import { makeBuiltClient } from '../../testing/builtClient.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';

const PAGE =
  '<!doctype html><html><head><title>Marquee</title></head><body><div id="root"></div><script></script></body></html>';

const client = makeBuiltClient(PAGE);
const server = setUpServer({ clientDir: client.dir });
let ana: Person;
let ben: Person;
let folder: Folder;

beforeAll(async () => {
  [ana, ben] = await Promise.all([signUp(server), signUp(server, 'Ben')]);
  folder = await createFolder(ana, 'Noir </h1><script>alert(1)</script>');
  await addItem(ana, folder.id, { tmdbId: 11, watched: true, posterPath: '/api/art/poster/movie/11-aabbcc' });
  await addItem(ana, folder.id, { tmdbId: 12, posterPath: '/elsewhere.jpg' });
  await addItem(ana, folder.id, { tmdbId: 13, posterPath: null });
});
afterAll(() => {
  client.remove();
});
afterEach(() => void jest.restoreAllMocks());

const pageFor = (as: Pick<Person, 'cookie'>, route: string) =>
  fetch(`${server.url}${route}`, { headers: { Cookie: as.cookie } });

/** The page with its preview. Where reading it takes too long, as on a busy machine, the page is sent without it. */
async function htmlFor(as: Person, route: string): Promise<string> {
  let html = PAGE;
  for (let tries = 0; html === PAGE && tries < 20; tries += 1) html = await (await pageFor(as, route)).text();
  return html;
}

/** The pictures' addresses without their sizes, in order. */
const picturesIn = (html: string) => [...html.matchAll(/<img alt="" src="([^"?]+)/g)].map(([, address]) => address);

describe.each(familyKeys)('the page of a list, as %s', (key) => {
  const at = (id = folder.id) => `${families[key].screenPath}/${id}`;

  test('contains its name and first posters, unwatched ones first', async () => {
    const html = await htmlFor(ana, at());

    expect(html).toContain('<h1>Noir &lt;/h1&gt;&lt;script&gt;alert(1)&lt;/script&gt;</h1>');
    expect(picturesIn(html)).toEqual(['/api/art/poster/movie/12', '/api/art/poster/movie/11-aabbcc']);
    expect(html.match(/class="poster/g)).toHaveLength(3);
    expect(html).toContain('<div id="root"></div><script></script></body></html>');
  });

  test('is private and not cached', async () => {
    expect((await pageFor(ana, at())).headers.get('cache-control')).toBe('private, no-store');
  });

  test.each([
    ['strangers', () => ben, PAGE],
    ['visitors', () => ({ cookie: '' }), PAGE.replace('<html>', '<html data-visitor>')],
  ])('is for %s the page as it is everywhere', async (_, who, page) => {
    const answer = await pageFor(who(), at());

    expect([answer.status, await answer.text()]).toEqual([200, page]);
  });

  test.each([['f'.repeat(24)], ['no-id'], ['%00']])('is the plain page for the unknown list %s', async (id) => {
    expect(await (await pageFor(ana, at(id))).text()).toBe(PAGE);
  });

  test.each(['filter=tv', 'find=noir', 'genre=80', 'length=long', 'sort=title', 'q=&title=movie-11'])(
    'is the plain page with %s, which shows other titles or another order',
    async (query) => {
      expect(await (await pageFor(ana, `${at()}?${query}`)).text()).toBe(PAGE);
    },
  );

  test('contains the posters in the order that members gave the list', async () => {
    const ordered = await createFolder(ana);
    const items = [];
    for (const tmdbId of [21, 22, 23]) {
      items.push(await addItem(ana, ordered.id, { tmdbId, posterPath: `/api/art/poster/movie/${tmdbId}` }));
    }
    const [first, , third] = items;
    await ana.patch(`/api/watchlist/${third?.id}/place`, { afterId: null, beforeId: first?.id });

    expect(picturesIn(await htmlFor(ana, at(ordered.id)))).toEqual(
      [23, 21, 22].map((tmdbId) => `/api/art/poster/movie/${tmdbId}`),
    );
  });
});

test('a title that was moved up from far down a long list is in its preview', async () => {
  const long = await createFolder(ana, 'Long');
  const items = [];
  for (let tmdbId = 1; tmdbId <= 125; tmdbId += 1) {
    items.push(await addItem(ana, long.id, { tmdbId, posterPath: `/api/art/poster/movie/${tmdbId}` }));
  }
  const [first, second] = items;
  await ana.patch(`/api/watchlist/${first?.id}/place`, { afterId: items.at(-1)?.id, beforeId: null });
  await ana.patch(`/api/watchlist/${items.at(-2)?.id}/place`, { afterId: null, beforeId: second?.id });

  const shown = picturesIn(await htmlFor(ana, `/folder/${long.id}`));

  expect(shown).toEqual(
    [124, ...Array.from({ length: 29 }, (_, at) => at + 2)].map((id) => `/api/art/poster/movie/${id}`),
  );
});

test('names are escaped', async () => {
  const odd = await createFolder(ana, '$& $1 $` <img src=x> \' "');

  const html = await htmlFor(ana, `/folder/${odd.id}`);

  expect(html).toContain('<h1>$&amp; $1 $` &lt;img src=x&gt; &#39; &quot;</h1>');
  expect(html.match(/<script/g)).toHaveLength(1);
});

/** The words of the drawn buttons. */
const actionsIn = (html: string) => [...html.matchAll(/class="action(?: more)?">([^<]*)</g)].map(([, words]) => words);

test('members get the layout for their permissions and the name of the owner', async () => {
  const shared = await createFolder(ana, 'Shared');
  await shareWith(ana, shared.id, ben, only());

  const html = await htmlFor(ben, `/folder/${shared.id}`);

  expect(html).toContain('class="people"');
  expect(actionsIn(html)).toEqual(['Activity', 'More']);
  expect(actionsIn(await htmlFor(ana, `/folder/${shared.id}`))).toEqual(['Activity', 'Share', 'Add titles', 'More']);
});

test('the page has no preview if the database does not answer, and the error is logged', async () => {
  const logged = jest.spyOn(log, 'error').mockImplementation(() => {});
  jest.spyOn(FolderModel.collection, 'find').mockImplementation(() => {
    throw new Error('away');
  });

  expect(await (await pageFor(ana, `/folder/${folder.id}`)).text()).toBe(PAGE);
  expect(logged).toHaveBeenCalledTimes(1);
});
