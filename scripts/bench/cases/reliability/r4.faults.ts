import { type App, makeHome, startSecondApp } from '../../lib/app.ts';
import { type Benchmark, type Finding, noneOf } from '../../lib/benchmark.ts';
import { makeWorld } from '../../lib/data/world.ts';
import { judge, type Ledger } from '../../lib/ledger.ts';
import { LiveTab } from '../../lib/liveTab.ts';
import { type Relay, startRelay, targetOf, through } from '../../lib/relay.ts';
import { Writers } from '../../lib/writers.ts';

const WRITERS = 8;
const TABS = 4;
const EXIT_WITHIN_S = 10;

export const r4: Benchmark = {
  id: 'R4',
  title: 'Correctness of writes and delivery while nodes are stopped and connections are cut',
  async run({ isShort }) {
    const size = isShort ? { stops: 2, awaySeconds: 3, cutSeconds: 10 } : { stops: 5, awaySeconds: 30, cutSeconds: 60 };
    const home = makeHome();
    // Two nodes share a database. The first runs it and is left alone, the second is used, stopped and disturbed.
    const owner = await home.start();
    const toDatabase = await startRelay(() => targetOf(owner.databaseUri));
    const startNode = () => startSecondApp({ databaseUri: through(toDatabase, owner.databaseUri) });
    let node = await startNode();
    const toNode = await startRelay(() => ({ port: node.port }));
    const pickPort = () => toNode.port;
    const world = await makeWorld(owner.databaseUri, { people: WRITERS, items: 1 });
    const folder = { id: world.folderId, rev: 0 };
    const tabs = world.people
      .slice(0, TABS)
      .map(({ cookie }) => new LiveTab({ pickPort, cookie, folder, onMove: () => undefined }));
    try {
      const writers = new Writers({ pickPort, world, reads: readsOf(world.folderId) });
      await writers.until(5 * WRITERS);

      const exits: Exit[] = [];
      for (let round = 0; round < size.stops; round++) {
        exits.push(await timeStop(node));
        node = await startNode();
        await writers.until(5 * WRITERS);
      }
      await toDatabase.block();
      await pause(size.awaySeconds * 1000);
      await toDatabase.restore();
      await writers.until(5 * WRITERS);
      await cutAtRandom(toNode, size.cutSeconds, writers);
      await cutAtRandom(toDatabase, size.cutSeconds, writers);
      await writers.finish();

      for (const wrong of writers.wrong.slice(0, 20)) console.error(wrong);
      return findingsOf(size, writers, await judge(node.port, world, writers, tabs), exits);
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

interface Size {
  /** How many times the node is stopped by SIGTERM. */
  stops: number;
  awaySeconds: number;
  cutSeconds: number;
}

interface Exit {
  seconds: number;
  code: number | null;
}

function findingsOf(size: Size, writers: Writers, ledger: Ledger, exits: readonly Exit[]): Finding[] {
  const { changes, lost, twice, gaps, undelivered } = ledger;
  const slowest = Math.max(...exits.map(({ seconds }) => seconds));
  const faults = `${size.stops} × SIGTERM, ${size.awaySeconds} s without database, 2 × ${size.cutSeconds} s of cut connections`;
  return [
    {
      what: `${faults}; ${writers.acknowledged.size} of ${changes} writes confirmed: lost, twice, gaps, undelivered`,
      control: 'none',
      ours: `${lost}, ${twice}, ${gaps}, ${undelivered}`,
      ratio: null,
      goal: '0, 0, 0, 0',
      isHeld: lost + twice + gaps + undelivered === 0,
    },
    noneOf(
      `wrong answers; 503 with Retry-After is right, there were ${writers.statuses.get(503) ?? 0}`,
      writers.wrong.length,
    ),
    {
      what: 'slowest time from SIGTERM to exit; exit codes',
      control: '–',
      ours: `${slowest.toFixed(1)} s; ${exits.map(({ code }) => code).join(', ')}`,
      ratio: null,
      goal: `≤ ${EXIT_WITHIN_S} s; 0`,
      isHeld: slowest <= EXIT_WITHIN_S && exits.every(({ code }) => code === 0),
    },
  ];
}

const readsOf = (folderId: string) => [
  '/api/folders',
  `/api/folders/${folderId}/items?limit=20`,
  `/api/folders/${folderId}/shares`,
  '/api/folder-invitations',
  '/api/auth/user',
  '/api/users/search?q=person',
  `/folder/${folderId}`,
];

async function timeStop(node: App): Promise<Exit> {
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
