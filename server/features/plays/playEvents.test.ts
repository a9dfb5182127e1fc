import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Audience, gather } from '../../testing/audience.ts';
import { createFolder, only, type Person, shareWith, signInAgain, signUp } from '../../testing/people.ts';
import { playBodyOf, recordPlay } from '../../testing/plays.ts';
import { setUpServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';

type Name = 'ana' | 'ana elsewhere' | 'ben' | 'stranger';

const server = setUpServer();
let ana: Person;
let ben: Person;
let audience: Audience<Name>;

beforeAll(async () => {
  const [one, other, stranger] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben'), signUp(server)]);
  [ana, ben] = [one, other];
  await shareWith(ana, (await createFolder(ana)).id, ben, only());
  audience = await gather(server, { ana, 'ana elsewhere': await signInAgain(server, ana), ben, stranger });
});
afterAll(() => {
  audience.close();
});

const toOwn = (...events: string[]) => ({ ana: events, 'ana elsewhere': events });

test('a play that is recorded, changed or deleted is delivered only to its user’s tabs', async () => {
  const add = () => ana.post('/api/plays', playBodyOf());

  const { body: play } = await audience.hears(add, toOwn('play:saved'));
  expect(audience.payloads('ana elsewhere', 'play:saved')).toEqual([{ play }]);
  const again = await recordPlay(ana, { tmdbId: play.tmdbId });

  const path = `/api/plays/${play.id}`;
  const at = '2026-01-31T20:15:00.000Z';
  const { body: changed } = await audience.hears(() => ana.patch(path, { at }), toOwn('play:saved'));
  await audience.hears(() => ana.delete(path), toOwn('play:deleted'));
  expect(audience.payloads('ana elsewhere', 'play:deleted')).toEqual([{ play: changed, isStillSeen: true }]);
  await audience.hears(() => ana.delete(`/api/plays/${again.id}`), toOwn('play:deleted'));
  expect(audience.payloads('ana', 'play:deleted')).toEqual([{ play: again, isStillSeen: false }]);
});

test('a proposal is delivered to the companion, and their answer to their own tabs', async () => {
  const propose = () => ana.post('/api/plays', { ...playBodyOf(), withUserIds: [ben.user.id] });

  const { body: play } = await audience.hears(propose, { ...toOwn('play:saved'), ben: ['play:proposed'] });
  expect(audience.payloads('ben', 'play:proposed')).toEqual([
    { proposal: (await ben.get('/api/plays/proposals')).body[0] },
  ]);

  const accept = () => ben.post(`/api/plays/${play.id}/confirm`, { status: 'accepted' });
  const { body } = await audience.hears(accept, { ben: ['play:proposed', 'play:saved'] });
  expect(audience.payloads('ben', 'play:proposed')).toEqual([{ proposal: body.proposal }]);
  expect(audience.payloads('ben', 'play:saved')).toEqual([{ play: body.play }]);
});

test('each of them raises the user’s rev, so that a tab that was away reads them again (P19)', async () => {
  const tab = await openTab(server, ben);
  const rev = async () => (await tab.sync()).userRev;
  const revs = [await rev()];
  const { id } = await recordPlay(ana, { withUserIds: [ben.user.id] });
  revs.push(await rev());
  const { body } = await ben.post(`/api/plays/${id}/confirm`, { status: 'accepted' });
  revs.push(await rev());
  await ben.delete(`/api/plays/${body.play.id}`);
  revs.push(await rev());
  tab.close();

  expect(revs).toEqual([...new Set(revs)].sort((a, b) => a - b));
});
