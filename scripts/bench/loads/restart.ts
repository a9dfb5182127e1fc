import { startApp, startSecondApp } from '../lib/app.ts';
import { Connection, expectStatus } from '../lib/connection.ts';
import { makeWorld, type World } from '../lib/data/world.ts';
import { LiveTab } from '../lib/liveTab.ts';
import { type Program, startControl } from '../lib/program.ts';

export interface RestartArgs {
  tabs: number;
  isControl: boolean;
  /** The number of changes while the tabs' node is down. */
  missed: number;
}

export interface RestartResult {
  /** From the kill until the last tab is connected and has the missed changes. */
  seconds: number;
  fetches: number;
  lagMilliseconds: number;
}

const PEOPLE = 100;
const DOWN_MS = 1000;

/** Kills and restarts the node of many tabs. A second node makes the changes that they miss. */
export async function run({ tabs: count, isControl, missed }: RestartArgs): Promise<RestartResult> {
  if (isControl) {
    const start = (port: number) => startControl('reconnect', { PORT: String(port) });
    return measure({ count, world: null, start, missed, writerPort: 0 });
  }
  await using owner = await startApp();
  const world = await makeWorld(owner.databaseUri, { people: PEOPLE, items: 25 });
  const start = (port: number) => startSecondApp(owner, port);
  return await measure({ count, world, start, missed, writerPort: owner.port });
}

interface Parts {
  count: number;
  world: World | null;
  start(port: number): Promise<Program>;
  missed: number;
  writerPort: number;
}

async function measure({ count, world, start, missed, writerPort }: Parts): Promise<RestartResult> {
  let node = await start(0);
  const { port } = node;
  let check = () => {};
  const tabs: LiveTab[] = [];
  const until = (rev: number) =>
    new Promise<void>((resolve) => {
      check = () => {
        if (tabs.length === count && tabs.every((tab) => tab.isReady && tab.rev === rev)) resolve();
      };
      check();
    });
  for (let index = 0; index < count; index++) {
    tabs.push(
      new LiveTab({
        pickPort: () => port,
        cookie: world?.people[index % world.people.length]?.cookie ?? '',
        folder: world && { id: world.folderId, rev: 0 },
        onMove: () => check(),
      }),
    );
    if (index % 50 === 49) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await until(0);

  const began = performance.now();
  process.kill(node.pid, 'SIGKILL');
  const down = new Promise((resolve) => setTimeout(resolve, DOWN_MS));
  if (world && missed > 0) await makeChanges(writerPort, world, missed);
  await down;
  const starting = start(port);
  const back = until(world ? missed : 0);
  node = await starting;
  await back;
  const seconds = (performance.now() - began) / 1000;
  const lagMilliseconds = world ? await readLag(port) : 0;
  const fetches = tabs.reduce((sum, tab) => sum + tab.fetches, 0);
  for (const tab of tabs) tab.close();
  await node.stop();
  return { seconds, fetches, lagMilliseconds };
}

async function makeChanges(port: number, { people, itemIds }: World, count: number): Promise<void> {
  const connection = new Connection(port);
  for (let edit = 0; edit < count; edit++) {
    const path = `/api/watchlist/${itemIds[edit % itemIds.length]}/watched`;
    const headers = { cookie: people[0]?.cookie ?? '' };
    const body = JSON.stringify({ watched: Math.floor(edit / itemIds.length) % 2 === 0 });
    expectStatus(await connection.send('PATCH', path, headers, body), 200);
  }
  connection.close();
}

/** The longest event-loop lag of the node since its start. */
async function readLag(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds ([\d.e-]+)/m.exec(text)?.[1] ?? Number.NaN) * 1000;
}
