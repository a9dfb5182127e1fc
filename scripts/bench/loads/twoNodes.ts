import mongoose from 'mongoose';
import { type App, startApp, startSecondApp } from '../lib/app.ts';
import { median } from '../lib/benchmark.ts';
import { Connection, expectStatus } from '../lib/connection.ts';
import { inDatabase } from '../lib/data/inDatabase.ts';
import { makeWorld, type World } from '../lib/data/world.ts';
import { LiveTab } from '../lib/liveTab.ts';

export interface TwoNodesArgs {
  tabsEach: number;
  rounds: number;
}

export interface TwoNodesResult {
  /** Median milliseconds from a PATCH to the last tab of the same node, and to the last tab of the other. */
  local: number;
  cross: number;
  /** Median milliseconds from an insertion to its event in a change stream. */
  event: number;
  /** Changes that tabs did not receive while the second node was killed. */
  lost: number;
}

const PEOPLE = 100;
const PAUSE_MS = 30;
const PATIENCE_MS = 30_000;

export async function run({ tabsEach, rounds }: TwoNodesArgs): Promise<TwoNodesResult> {
  const here = await startApp();
  const there = await startSecondApp(here);
  const tabs = new Tabs(here, there);
  try {
    const world = await makeWorld(here.databaseUri, { people: PEOPLE, items: 25 });
    const event = await measureEvent(here.databaseUri, rounds);
    await tabs.open(2 * tabsEach, world);
    const times = await measureRounds(tabs, here, there, world, rounds);

    for (let edit = 1; edit <= rounds; edit++) {
      if (edit === Math.ceil(rounds / 2)) {
        tabs.isThereAlive = false;
        process.kill(there.pid, 'SIGKILL');
      }
      await toggle(here.port, world, rounds + edit);
    }
    const timer = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.race([tabs.whenAllHave(2 * rounds), timer]);
    const lost = tabs.all.reduce((sum, tab) => sum + (2 * rounds - tab.rev), 0);
    return { ...times, event, lost };
  } finally {
    for (const tab of tabs.all) tab.close();
    await there.stop();
    await here.stop();
  }
}

/** Open tabs of one folder, half of them on each of two nodes. */
class Tabs {
  readonly all: LiveTab[] = [];
  /** Tabs of a dead node reconnect to the other one, as behind a proxy. */
  isThereAlive = true;
  private readonly here: App;
  private readonly there: App;
  private readonly checks = new Set<() => void>();

  constructor(here: App, there: App) {
    this.here = here;
    this.there = there;
  }

  async open(count: number, { people, folderId }: World): Promise<void> {
    for (let index = 0; index < count; index++) {
      const isHere = index % 2 === 0;
      this.all.push(
        new LiveTab({
          pickPort: () => (isHere || !this.isThereAlive ? this.here.port : this.there.port),
          cookie: people[index % people.length]?.cookie ?? '',
          folder: { id: folderId, rev: 0 },
          onMove: () => {
            for (const check of this.checks) check();
          },
        }),
      );
      if (index % 50 === 49) await pause(50);
    }
    await this.whenAllHave(0);
  }

  /** Resolves with the time at which all tabs, or these, are ready and have the rev. */
  whenAllHave(rev: number, tabs: readonly LiveTab[] = this.all): Promise<number> {
    return new Promise((resolve) => {
      const check = () => {
        if (!tabs.every((tab) => tab.isReady && tab.rev >= rev)) return;
        this.checks.delete(check);
        resolve(performance.now());
      };
      this.checks.add(check);
      check();
    });
  }
}

async function measureRounds(
  tabs: Tabs,
  here: App,
  there: App,
  world: World,
  rounds: number,
): Promise<{ local: number; cross: number }> {
  const locals = tabs.all.filter((tab) => tab.port === here.port);
  const remotes = tabs.all.filter((tab) => tab.port === there.port);
  const local: number[] = [];
  const cross: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const began = performance.now();
    const [atLocal, atRemote] = [tabs.whenAllHave(round, locals), tabs.whenAllHave(round, remotes)];
    await toggle(here.port, world, round);
    local.push((await atLocal) - began);
    cross.push((await atRemote) - began);
    await pause(PAUSE_MS);
  }
  return { local: median(local), cross: median(cross) };
}

async function toggle(port: number, { people, itemIds }: World, round: number): Promise<void> {
  const connection = new Connection(port);
  const headers = { cookie: people[0]?.cookie ?? '' };
  const body = JSON.stringify({ watched: round % 2 === 1 });
  expectStatus(await connection.send('PATCH', `/api/watchlist/${itemIds[0]}/watched`, headers, body), 200);
  connection.close();
}

async function measureEvent(databaseUri: string, rounds: number): Promise<number> {
  return inDatabase(databaseUri, async () => {
    const collection = mongoose.connection.collection('bare');
    await collection.insertOne({ round: 0 });
    const stream = collection.watch();
    // The cursor opens with the first read.
    await stream.tryNext();
    const times: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      const began = performance.now();
      const event = stream.next();
      await collection.insertOne({ round });
      await event;
      times.push(performance.now() - began);
    }
    await stream.close();
    return median(times);
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
