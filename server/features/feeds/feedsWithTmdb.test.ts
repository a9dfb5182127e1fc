import { expect, test } from '@jest/globals';
import { addItem, createFolder, titleFacts } from '../../testing/people.ts';
import { setUpTmdb } from '../../testing/titles/tmdbServer.ts';

const tmdb = setUpTmdb();

test('calendars for other programs say 503 while a show is missing, since those would delete its events', async () => {
  const { ana, server, database, newId } = tmdb;
  const list = await createFolder(ana);
  await addItem(ana, list.id, titleFacts({ mediaType: 'tv', tmdbId: newId }));
  // TMDB does not know it, so that waiting would not help.
  await addItem(ana, list.id, titleFacts({ mediaType: 'tv', tmdbId: 9_000_001 }));
  const own = (await ana.post('/api/feeds', { kind: 'calendar' }).expect(201)).body;
  const link = (await ana.post(`/api/folders/${list.id}/public-links`, { expiresInDays: null }).expect(201)).body;
  const answers = () =>
    Promise.all([own.url, `${link.url}.ics`].map((url) => fetch(new URL(new URL(url).pathname, server.url))));
  const inApp = () => ana.get('/api/calendar?from=2025-01-01&to=2025-01-31').expect(200);
  database.fail('broken');

  for (const { status, headers } of await answers()) expect([status, headers.get('retry-after')]).toEqual([503, '60']);
  expect((await inApp()).body.isIncomplete).toBe(true);

  database.recover();
  expect((await answers()).map(({ status }) => status)).toEqual([200, 200]);
  expect((await inApp()).body.isIncomplete).toBe(false);
});
