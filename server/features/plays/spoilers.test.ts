import { expect, test } from '@jest/globals';
import type { Season } from '../../../common/schemas/title.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp } from '../../testing/people.ts';
import { openTab } from '../../testing/tabs.ts';
import { setUpTmdb } from '../../testing/titles/tmdbServer.ts';

const tmdb = setUpTmdb();

const season = async (number: number, person = tmdb.ana): Promise<Season> =>
  (await person.get(`/api/tv/${tmdb.newId}/seasons/${number}`).expect(200)).body;
const upTo = (number: number, episode: number, person = tmdb.ana) =>
  person.post('/api/plays/up-to', { tmdbId: tmdb.newId, season: number, episode, ahead: true }).expect(200);
const choose = (spoilers: string, person = tmdb.ana) => person.put('/api/user/spoilers', { spoilers }).expect(200);

/**
 * Everything that a person can read about the show, with what a tab of theirs hears while they watch on, and while somebody who
 * hides nothing watches further with them.
 */
async function everythingOf(person: Person): Promise<string> {
  const other = await signUp(tmdb.server, 'Cleo');
  await choose('show', other);
  const { id: folderId } = await createFolder(other);
  const list = `/api/folders/${folderId}`;
  await shareWith(other, folderId, person, only());
  await addItem(other, folderId, { tmdbId: tmdb.newId, mediaType: 'tv', title: 'The Show' });
  for (const one of [other, person]) {
    await one.put(`${list}/shows/${tmdb.newId}/group/members/me`, {}).expect(200);
  }
  const tab = await openTab(tmdb.server, person);
  const heard = tab.next('progress:changed');
  await upTo(1, 4, person);
  await heard;
  const proposed = tab.next('play:proposed');
  const ahead = { tmdbId: tmdb.newId, season: 2, ahead: true, withUserIds: [person.user.id] };
  await other.post('/api/plays/up-to', { ...ahead, episode: 3 }).expect(200);
  await proposed;
  const show = `/api/tv/${tmdb.newId}`;
  const paths = ['', '/progress', '/seasons/1', '/seasons/2', '/credits', '/recommendations'].map(
    (part) => show + part,
  );
  const lists = ['', '/items', '/groups', '/changes', '/seen', '/statistics'].map((part) => list + part);
  const others = [
    '/api/up-next',
    '/api/progress',
    '/api/plays',
    '/api/plays/proposals',
    '/api/statistics',
    '/api/calendar?from=2009-01-01&to=2009-01-31',
    '/api/calendar?from=2010-01-01&to=2010-01-31',
    '/api/export?format=marquee',
  ];
  const answers = await Promise.all(
    [...paths, ...lists, ...others].map(async (path) => {
      const answer = await person.get(path);
      expect([path, answer.status]).toEqual([path, 200]);
      return answer;
    }),
  );
  tab.close();
  return JSON.stringify([answers.map(({ text }) => text), tab.heard]);
}

const spoilersIn = (text: string) => text.match(/What happens in S\d E\d+|still-\d-\d+|Chapter \d\.\d+/g) ?? [];

test('overviews and pictures are of seen episodes only, and names of all', async () => {
  const ben = await signUp(tmdb.server, 'Ben');
  const found = spoilersIn(await everythingOf(ben));

  expect(found.filter((one) => !one.startsWith('Chapter'))).not.toEqual([]);
  const beyond = found.filter((one) => !/^Chapter|S1 E[1-4]$|^still-1-[1-4]$/.test(one));
  expect(beyond).toEqual([]);
  expect(found).toContain('Chapter 2.7');
  const { episodes } = await season(1, ben);
  expect(episodes[3]).toMatchObject({ overview: 'What happens in S1 E4.', still_path: '/still-1-4.jpg' });
  expect(episodes[4]).toMatchObject({ overview: null, still_path: null, is_hidden: true });
});

test('names of unseen episodes are left out for a person who wants that', async () => {
  const ben = await signUp(tmdb.server, 'Ben');
  await choose('hide-names', ben);
  const names = spoilersIn(await everythingOf(ben)).filter((one) => one.startsWith('Chapter'));

  expect([...new Set(names)].filter((name) => !/^Chapter 1\.[134]$/.test(name))).toEqual([]);
  expect((await season(1, ben)).episodes[4]).toMatchObject({ name: 'Episode 5', is_hidden: true });
});

test('everything is shown to a person who wants that, and the setting is read again', async () => {
  const ben = await signUp(tmdb.server, 'Ben');
  expect((await ben.get('/api/user/spoilers')).body).toEqual({ spoilers: 'hide' });
  await choose('show', ben);

  expect((await ben.get('/api/user/spoilers')).body).toEqual({ spoilers: 'show' });
  expect((await season(2, ben)).episodes[4]).toMatchObject({ overview: 'What happens in S2 E5.' });
  await upTo(1, 1, ben);
  const { next } = (await ben.get(`/api/tv/${tmdb.newId}/progress`)).body;
  expect(next).toMatchObject({ stillPath: '/still-1-2.jpg' });
});

test('what was seen before a new start stays shown', async () => {
  const ben = await signUp(tmdb.server, 'Ben');
  await upTo(1, 2, ben);
  await ben.patch(`/api/tv/${tmdb.newId}/progress`, { startsAgain: true });

  expect((await season(1, ben)).episodes[1]).toMatchObject({ overview: 'What happens in S1 E2.' });
});

test('the person’s other tabs hear of a new choice', async () => {
  const ben = await signUp(tmdb.server, 'Ben');
  const tab = await openTab(tmdb.server, ben);
  const heard = tab.next('progress:changed');
  await choose('show', ben);
  expect(await heard).toEqual({ tmdbId: null });
  tab.close();
});
