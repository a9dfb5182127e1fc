import mongoose from 'mongoose';
import { type App, startApp, startSecondApp } from '../lib/app.ts';
import type { Benchmark, Finding } from '../lib/benchmark.ts';
import { Connection, expectStatus } from '../lib/connection.ts';
import { makeWorld, type World } from '../lib/data/world.ts';
import { cpuSeconds } from '../lib/program.ts';
import { openTab, type Tab } from '../lib/tab.ts';

const FOLLOWER_GOAL_MS = 0.5;
const DATABASE_GOAL_MS = 0.3;

export const n1: Benchmark = {
  id: 'N1',
  title: 'Cost of a write to each node and to the database, with more and more nodes',
  async run({ isShort }) {
    const sizes = isShort ? [1, 2, 4] : [1, 2, 4, 8];
    const rates = isShort ? [120] : [40, 120];
    const seconds = isShort ? 5 : 15;
    const findings: Finding[] = [];
    for (const perSecond of rates) findings.push(...(await growth(sizes, { perSecond, seconds })));
    return findings;
  },
};

interface Load {
  perSecond: number;
  seconds: number;
}

/** Milliseconds of CPU time for each write: of the node that writes, of a node that follows, and of the database. */
interface Cost {
  writer: number;
  follower: number;
  database: number;
}

async function growth(sizes: readonly number[], load: Load): Promise<Finding[]> {
  const findings: Finding[] = [];
  const databases: { nodes: number; cost: number }[] = [];
  for (const nodes of sizes) {
    for (const hasTabs of nodes === 1 ? [true] : [true, false]) {
      const cost = await measure(nodes, hasTabs, load);
      if (hasTabs) databases.push({ nodes, cost: cost.database });
      findings.push(toFinding(cost, { nodes, hasTabs, load }));
    }
  }
  const [first, last] = [databases[0], databases.at(-1)];
  if (first && last) {
    const more = (last.cost - first.cost) / (last.nodes - first.nodes);
    findings.push({
      what: `the database for each further node, at ${load.perSecond} writes a second`,
      control: `${first.cost.toFixed(1)} ms`,
      ours: `+ ${more.toFixed(2)} ms`,
      ratio: null,
      goal: `≤ ${DATABASE_GOAL_MS} ms`,
      isHeld: more <= DATABASE_GOAL_MS,
    });
  }
  return findings;
}

function toFinding(
  { writer, follower, database }: Cost,
  { nodes, hasTabs, load }: { nodes: number; hasTabs: boolean; load: Load },
): Finding {
  const others = hasTabs ? 'each with a tab of the list' : 'only the writing one with a tab of the list';
  return {
    what: `CPU of a write, ${load.perSecond} a second on one of ${nodes} nodes, ${others}: writing node, following node, database`,
    control: '–',
    ours: `${writer.toFixed(1)}, ${nodes === 1 ? '–' : follower.toFixed(2)}, ${database.toFixed(1)} ms`,
    ratio: null,
    goal: nodes === 1 ? '–' : `following ≤ ${FOLLOWER_GOAL_MS} ms`,
    isHeld: nodes === 1 || follower <= FOLLOWER_GOAL_MS,
  };
}

async function measure(nodes: number, hasTabs: boolean, { perSecond, seconds }: Load): Promise<Cost> {
  const first = await startApp();
  const others: App[] = [];
  const tabs: Tab[] = [];
  try {
    while (others.length < nodes - 1) others.push(await startSecondApp(first));
    const world = await makeWorld(first.databaseUri, { people: 2, items: 50 });
    const [owner] = world.people;
    const withTabs = hasTabs ? [first, ...others] : [first];
    for (const { port } of withTabs) tabs.push(await openTab(port, owner?.cookie ?? '', () => undefined));
    const databasePid = first.children()[0] ?? (await pidOf(first.databaseUri));
    const used = () => ({
      writer: first.cpuSeconds(),
      follower: others.reduce((sum, node) => sum + node.cpuSeconds(), 0) / Math.max(1, others.length),
      database: cpuSeconds(databasePid),
    });
    const write = createWriter(first.port, world);
    for (let warmUp = 0; warmUp < 2 * perSecond; warmUp++) await write();
    const idle = await during(used, () => new Promise((resolve) => setTimeout(resolve, seconds * 1000)));
    const busy = await during(used, () => atRate(perSecond, perSecond * seconds, write));
    const each = (name: keyof Cost) => ((busy[name] - idle[name]) * 1000) / (perSecond * seconds);
    return { writer: each('writer'), follower: each('follower'), database: each('database') };
  } finally {
    for (const tab of tabs) tab.close();
    for (const node of others) await node.stop();
    await first.stop();
  }
}

/** Starts a write at each tick, whether or not those before have their answers. Resolves when all have. */
async function atRate(perSecond: number, count: number, write: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  const writes: Promise<void>[] = [];
  for (let sent = 0; sent < count; sent++) {
    const wait = startedAt + (sent * 1000) / perSecond - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    writes.push(write());
  }
  await Promise.all(writes);
}

/** What the given counters grew by. */
async function during(used: () => Cost, work: () => Promise<unknown>): Promise<Cost> {
  const before = used();
  await work();
  const after = used();
  return {
    writer: after.writer - before.writer,
    follower: after.follower - before.follower,
    database: after.database - before.database,
  };
}

/** Marks one title after another as watched or not, on the first connection that is free. */
function createWriter(port: number, { people, itemIds }: World): () => Promise<void> {
  const cookie = people[0]?.cookie ?? '';
  let free: Connection[] = [];
  let count = 0;
  return async () => {
    free = free.filter(({ isOpen }) => isOpen);
    const connection = free.pop() ?? new Connection(port);
    const item = itemIds[count % itemIds.length];
    const watched = Math.floor(count++ / itemIds.length) % 2 === 0;
    const body = JSON.stringify({ watched });
    expectStatus(await connection.send('PATCH', `/api/watchlist/${item}/watched`, { cookie }, body), 200);
    free.push(connection);
  };
}

/** The process of a MongoDB on this machine. */
async function pidOf(uri: string): Promise<number> {
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    return Number((await connection.db?.admin().command({ serverStatus: 1 }))?.pid);
  } finally {
    await connection.close();
  }
}
