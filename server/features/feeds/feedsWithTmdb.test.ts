import { expect, test } from '@jest/globals';
import type { Calendar } from '../../../common/schemas/calendar.ts';
import { addItem, createFolder, type Person, signUp, titleFacts } from '../../testing/people.ts';
import { bundleAnswer } from '../../testing/titles/movieDatabase.answers.ts';
import { setUpTmdb } from '../../testing/titles/tmdbServer.ts';

const tmdb = setUpTmdb();

/** The paths of a person's calendar and of that of their list. */
async function addressesOf(person: Person, listId: string): Promise<string[]> {
  const own = (await person.post('/api/feeds', { kind: 'calendar' }).expect(201)).body;
  const link = (await person.post(`/api/folders/${listId}/public-links`, { expiresInDays: null }).expect(201)).body;
  return [own.url, `${link.url}.ics`].map((url) => new URL(url).pathname);
}

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
const today = inDays(0);

test.each([
  ['show', 'tv', []],
  ['day of a film', 'movie', [{ day: today }]],
] as const)('calendars for other programs say 503 while a %s is missing', async (_what, mediaType, shown) => {
  const { server, database, newId } = tmdb;
  const ana = await signUp(server);
  const list = await createFolder(ana);
  await addItem(ana, list.id, titleFacts({ mediaType, tmdbId: newId, runtime: 100, releaseDate: today }));
  // TMDB does not know it, so that waiting would not help.
  await addItem(ana, list.id, titleFacts({ mediaType, tmdbId: 9_000_001, releaseDate: null }));
  const paths = await addressesOf(ana, list.id);
  const answers = () => Promise.all(paths.map((path) => fetch(new URL(path, server.url))));
  const inApp = async (): Promise<Calendar> =>
    (await ana.get(`/api/calendar?from=${today}&to=${today}&folderId=${list.id}`).expect(200)).body;
  database.fail('broken');

  for (const { status, headers } of await answers()) expect([status, headers.get('retry-after')]).toEqual([503, '60']);
  expect(await inApp()).toMatchObject({ releases: shown, isIncomplete: true });

  database.recover();
  expect((await answers()).map(({ status }) => status)).toEqual([200, 200]);
  expect(await inApp()).toMatchObject({ releases: shown, isIncomplete: false });
});

test('calendars have the day on which a film comes out in the country of the settings', async () => {
  const { server, database, newId } = tmdb;
  const ana = await signUp(server);
  const [abroad, here] = [inDays(-40), inDays(20)];
  const list = await createFolder(ana);
  await addItem(ana, list.id, titleFacts({ tmdbId: newId, title: 'Late here', runtime: 100, releaseDate: abroad }));
  const paths = await addressesOf(ana, list.id);
  const release = (type: number, day: string) => ({ type, release_date: `${day}T00:00:00.000Z`, certification: '' });
  const results = [
    { iso_3166_1: 'FR', release_dates: [release(3, abroad)] },
    { iso_3166_1: 'US', release_dates: [release(3, inDays(25)), release(2, here), release(4, inDays(10))] },
  ];
  database.answerWith({ ...(bundleAnswer('movie', newId) as object), release_dates: { results } });

  const { body } = await ana.get(`/api/calendar?from=${inDays(15)}&to=${inDays(25)}`).expect(200);
  expect(body.releases).toMatchObject([{ day: here, title: { title: 'Late here' } }]);
  expect((await ana.get(`/api/calendar?from=${abroad}&to=${abroad}`).expect(200)).body.releases).toEqual([]);
  for (const path of paths) {
    const text = await (await fetch(new URL(path, server.url))).text();
    expect(text.match(/DTSTART.*/g)).toEqual([`DTSTART;VALUE=DATE:${here.replaceAll('-', '')}`]);
  }
});
