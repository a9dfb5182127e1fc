import { expect, test } from '@jest/globals';
import { type Person, signUp } from '../../testing/people.ts';
import { setUpTmdb } from '../../testing/titles/tmdbServer.ts';
import { deleteAccount } from '../account/deletion/deletion.service.ts';
import { SeenTitlesModel } from '../folders/model/seen.model.ts';
import { PlayModel } from './play.model.ts';
import { ShowProgressModel } from './progress.model.ts';

const tmdb = setUpTmdb();

test.each<[string, (person: Person) => PromiseLike<{ status: number }>]>([
  ['a film', (person) => person.post('/api/plays', { mediaType: 'movie', tmdbId: tmdb.newId })],
  ['an episode', (person) => person.post('/api/plays', { mediaType: 'tv', tmdbId: tmdb.newId, season: 1, episode: 1 })],
  ['a season', (person) => person.post('/api/plays/season', { tmdbId: tmdb.newId, season: 1, timeZone: 'UTC' })],
  ['a paused show', (person) => person.patch(`/api/tv/${tmdb.newId}/progress`, { state: 'paused', timeZone: 'UTC' })],
])('nothing of %s is stored for who deletes their account while it is looked up', async (_what, send) => {
  const ana = await signUp(tmdb.server, 'Ana');
  const userId = ana.user.id;
  const release = tmdb.database.hold();
  const sent = Promise.resolve(send(ana));
  await tmdb.database.asked(1);
  await deleteAccount(userId);
  release();
  const { status } = await sent;

  const stored = [
    await PlayModel.countDocuments({ userId }),
    await ShowProgressModel.countDocuments({ userId }),
    await SeenTitlesModel.countDocuments({ _id: userId }),
  ];
  expect([status, stored]).toEqual([401, [0, 0, 0]]);
});
