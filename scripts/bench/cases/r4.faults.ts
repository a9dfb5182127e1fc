import { type App, makeHome, startSecondApp } from '../lib/app.ts';
import { type Benchmark, noneOf } from '../lib/benchmark.ts';
import { makeWorld } from '../lib/data/world.ts';
import { judge } from '../lib/ledger.ts';
import { openLiveTab } from '../lib/liveTab.ts';
import { type Relay, startRelay, targetOf, through } from '../lib/relay.ts';
import { startWriters, type Writers } from '../lib/writers.ts';

const WRITERS = 8;
const TABS = 4;
const EXIT_WITHIN_S = 10;

export const r4: Benchmark = {
  id: 'R4',
  title: 'asked to stop, its database away, sockets cut, all under eight writers',
  async run({ isShort }) {
    const stops = isShort ? 2 : 5;
    const awaySeconds = isShort ? 3 : 30;
    const cutSeconds = isShort ? 10 : 60;
    const home = makeHome();
    // Two nodes on one database: the one with it stays, the other is what people use and what things happen to.
    const owner = await home.start();
    const toDatabase = await startRelay(() => targetOf(owner.databaseUri));
    const databaseUri = through(toDatabase, owner.databaseUri);
    let node = await startSecondApp({ databaseUri });
    const toNode = await startRelay(() => ({ port: node.port }));
    const pickPort = () => toNode.port;
    const world = await makeWorld(owner.databaseUri, { people: WRITERS, items: 1 });
    const folder = { id: world.folderId, rev: 0 };
    const tabs = world.people
      .slice(0, TABS)
      .map(({ cookie }) => openLiveTab({ pickPort, cookie, folder, onMove: () => undefined }));
    try {
      const writers = startWriters({ pickPort, world, reads: readsOf(world.folderId) });
      await writers.until(5 * WRITERS);

      const exits: { seconds: number; code: number | null }[] = [];
      for (let round = 0; round < stops; round++) {
        exits.push(await timeStop(node));
        node = await startSecondApp({ databaseUri });
        await writers.until(5 * WRITERS);
      }
      await toDatabase.leave();
      await pause(awaySeconds * 1000);
      await toDatabase.comeBack();
      await writers.until(5 * WRITERS);
      await cutAtRandom(toNode, cutSeconds, writers);
      await cutAtRandom(toDatabase, cutSeconds, writers);
      await writers.finish();

      for (const wrong of writers.wrong.slice(0, 20)) console.error(wrong);
      const { changes, ...ledger } = await judge(node.port, world, writers, tabs);
      const { lost, twice, holes, undelivered } = ledger;
      const slowest = Math.max(...exits.map(({ seconds }) => seconds));
      const acknowledged = `${writers.acknowledged.size} acknowledged of ${changes} writes`;
      return [
        {
          what: `${stops} × SIGTERM, database away ${awaySeconds} s, its sockets and people's cut ${cutSeconds} s each, ${acknowledged}: lost, twice, holes, undelivered`,
          control: 'none',
          ours: `${lost}, ${twice}, ${holes}, ${undelivered}`,
          ratio: null,
          goal: '0, 0, 0, 0',
          isHeld: lost + twice + holes + undelivered === 0,
        },
        noneOf(
          `answers other than done and 503 with Retry-After; of those there were ${writers.statuses.get(503) ?? 0}`,
          writers.wrong.length,
        ),
        {
          what: 'SIGTERM → exit, the slowest; exit codes',
          control: '–',
          ours: `${slowest.toFixed(1)} s; ${exits.map(({ code }) => code).join(', ')}`,
          ratio: null,
          goal: `≤ ${EXIT_WITHIN_S} s; 0`,
          isHeld: slowest <= EXIT_WITHIN_S && exits.every(({ code }) => code === 0),
        },
      ];
    } finally {
      for (const tab of tabs) tab.close();
      await toNode.close();
      await node.stop();
      await toDatabase.close();
      await owner.stop();
      home.remove();
    }
  },
};

const readsOf = (folderId: string) => [
  '/api/folders',
  `/api/folders/${folderId}/items?limit=20`,
  `/api/folders/${folderId}/shares`,
  '/api/folder-invitations',
  '/api/auth/user',
  '/api/users/search?q=person',
  `/folder/${folderId}`,
];

async function timeStop(node: App): Promise<{ seconds: number; code: number | null }> {
  const began = performance.now();
  const code = await node.stop();
  return { seconds: (performance.now() - began) / 1000, code };
}

async function cutAtRandom(relay: Relay, seconds: number, writers: Writers): Promise<void> {
  for (const until = Date.now() + seconds * 1000; Date.now() < until; ) {
    await pause(Math.random() * 100);
    relay.cutOne();
  }
  await writers.until(5 * WRITERS);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
