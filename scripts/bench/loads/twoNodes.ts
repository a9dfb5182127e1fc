import mongoose from 'mongoose';
import { startApp, startSecondApp } from '../lib/app.ts';
import { Connection, expectStatus } from '../lib/connection.ts';
import { makeWorld, type World } from '../lib/data/world.ts';
import { type LiveTab, openLiveTab } from '../lib/liveTab.ts';
import { median } from '../lib/stats.ts';

export interface TwoNodesArgs {
  tabsEach: number;
  rounds: number;
}

export interface TwoNodesResult {
  /** Median milliseconds from the PATCH to the last tab of the node that took it, and of the other. */
  local: number;
  cross: number;
  /** From an insertion to the bare change-stream event of it. */
  event: number;
  /** Changes that tabs had not got in the end, the second node having been killed among them. */
  lost: number;
}

const PEOPLE = 100;
const PAUSE_MS = 30;
const PATIENCE_MS = 30_000;

export async function run({ tabsEach, rounds }: TwoNodesArgs): Promise<TwoNodesResult> {
  const here = await startApp();
  const there = await startSecondApp(here);
  const tabs: LiveTab[] = [];
  try {
    const world = await makeWorld(here.databaseUri, { people: PEOPLE, items: 25 });
    const event = await measureEvent(here.databaseUri, rounds);
    let isThereAlive = true;
    let onMove = () => {};
    for (let index = 0; index < 2 * tabsEach; index++) {
      tabs.push(
        openLiveTab({
          // A proxy would leave out a node that is gone.
          pickPort: () => (index % 2 === 0 || !isThereAlive ? here.port : there.port),
          cookie: world.people[index % world.people.length]?.cookie ?? '',
          folder: { id: world.folderId, rev: 0 },
          onMove: () => onMove(),
        }),
      );
      if (index % 50 === 49) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const whenAll = (some: LiveTab[], rev: number) =>
      new Promise<number>((resolve) => {
        const before = onMove;
        onMove = () => {
          before();
          if (some.every((tab) => tab.isReady() && tab.rev() >= rev)) resolve(performance.now());
        };
        onMove();
      });
    await whenAll(tabs, 0);
    const locals = tabs.filter((tab) => tab.port() === here.port);
    const remotes = tabs.filter((tab) => tab.port() === there.port);

    const local: number[] = [];
    const cross: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      onMove = () => {};
      const began = performance.now();
      const [atLocal, atRemote] = [whenAll(locals, round), whenAll(remotes, round)];
      await toggle(here.port, world, round);
      local.push((await atLocal) - began);
      cross.push((await atRemote) - began);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }

    onMove = () => {};
    for (let edit = 1; edit <= rounds; edit++) {
      if (edit === Math.ceil(rounds / 2)) {
        isThereAlive = false;
        process.kill(there.pid, 'SIGKILL');
      }
      await toggle(here.port, world, rounds + edit);
    }
    const timer = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.race([whenAll(tabs, 2 * rounds), timer]);
    const lost = tabs.reduce((sum, tab) => sum + (2 * rounds - tab.rev()), 0);
    return { local: median(local), cross: median(cross), event, lost };
  } finally {
    for (const tab of tabs) tab.close();
    await there.stop();
    await here.stop();
  }
}

async function toggle(port: number, { people, itemIds }: World, round: number): Promise<void> {
  const connection = new Connection(port);
  const headers = { cookie: people[0]?.cookie ?? '' };
  const body = JSON.stringify({ watched: round % 2 === 1 });
  expectStatus(await connection.send('PATCH', `/api/watchlist/${itemIds[0]}/watched`, headers, body), 200);
  connection.close();
}

async function measureEvent(databaseUri: string, rounds: number): Promise<number> {
  await mongoose.connect(databaseUri, { autoIndex: false, autoCreate: false });
  try {
    const collection = mongoose.connection.collection('bare');
    await collection.insertOne({ round: 0 });
    const stream = collection.watch();
    // The cursor opens with its first read.
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
  } finally {
    await mongoose.disconnect();
  }
}
