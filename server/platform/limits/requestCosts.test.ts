import { beforeAll, expect, test } from '@jest/globals';
import { createFolder, type Person, signUp, visitor } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';

const server = setUpServer({ env: { RATE_LIMIT: '0.1', TRUST_PROXY: 'on' } });
let ana: Person;
let ben: Person;
// A tenth of the usual limits: 3,000 for a user, 1,000 for a visitor's address, and two registrations.
beforeAll(async () => {
  ana = await signUp(server, 'Ana');
  ben = await signUp(server, 'Ben');
});

/** Sends requests until one is refused. Returns how many were answered, and the refusal. */
async function untilRefused(send: () => ReturnType<Person['get']>) {
  for (let answered = 0; answered < 500; answered += 1) {
    const answer = await send();
    if (answer.status === 429) return { answered, refusal: answer };
    expect(answer.status).toBe(200);
  }
  throw new Error('No request was refused');
}

test('expensive requests use up a user’s budget sooner, and each user has their own budget', async () => {
  const list = await createFolder(ana);
  const path = `/api/folders/${list.id}/recommendations`;
  const tab = await openTab(server, ana);

  const { answered, refusal } = await untilRefused(() => ana.get(path));
  const whileRefused = await tab.socket.timeout(5000).emitWithAck('sync', { folders: {}, userRev: 0 });
  tab.close();

  // 200 each, after what signing up and creating a list cost.
  expect(answered).toBe(14);
  expect(refusal.body.code).toBe('rate_limited');
  expect(Number(refusal.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect(whileRefused).toMatchObject({ code: 'rate_limited' });
  expect((await ben.get('/api/recommendations')).status).toBe(200);
});

test('visitors have a budget per address', async () => {
  const from = (address: string) => visitor(server).get('/api/openapi.json').set('X-Forwarded-For', address);

  const { answered } = await untilRefused(() => from('203.0.113.1'));

  // About 100 each, for the length of the answer.
  expect(answered).toBeGreaterThan(2);
  expect(answered).toBeLessThan(20);
  expect((await from('203.0.113.2')).status).toBe(200);
});

test('wrong access tokens use up the budget of their address, wherever they are sent', async () => {
  const token = `mq_${'0'.repeat(49)}`;
  const statuses: number[] = [];
  for (let sent = 0; sent < 52; sent += 1) {
    const guess =
      sent % 2 === 0
        ? visitor(server).get('/api/folders').set('Authorization', `Bearer ${token}`)
        : visitor(server).post(`/api/scrobble/plex/${token}`, {});
    statuses.push((await guess.set('X-Forwarded-For', '203.0.113.3')).status);
  }

  expect(statuses.filter((status) => status === 401)).toHaveLength(50);
  expect(statuses.slice(-2)).toEqual([429, 429]);
});

test('acts on many episodes use up a user’s budget sooner', async () => {
  const upTo = { tmdbId: 1396, season: 1, episode: 1 };

  const { answered } = await untilRefused(() => ben.post('/api/plays/up-to', upTo));

  // 200 each. Without that, the number of writes would end it at 30.
  expect(answered).toBeGreaterThan(5);
  expect(answered).toBeLessThan(15);
});
