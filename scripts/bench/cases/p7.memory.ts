import { startApp } from '../lib/app.ts';
import { atMost, type Benchmark, inParallel, interleave, median } from '../lib/benchmark.ts';
import { Connection, expectStatus } from '../lib/connection.ts';
import { makeWorld, type World } from '../lib/data/world.ts';
import { type Program, startControl } from '../lib/program.ts';
import { openTab, type Tab } from '../lib/tab.ts';

export const p7: Benchmark = {
  id: 'P7',
  title: 'Memory of idle tabs, and of a tab that stopped reading',
  async run({ isShort, repetitions }) {
    const [few, many] = isShort ? [250, 1000] : [1000, 4000];
    const changes = isShort ? 5_000 : 50_000;
    const { controls, ours } = await interleave(
      repetitions,
      async () => {
        await using control = await startControl('idle');
        return await measureControl(control, few, many, changes);
      },
      async () => {
        await using app = await startApp();
        const world = await makeWorld(app.databaseUri, { people: many, items: 25, overview: OVERVIEW });
        return await measureOurs(app, world, few, many, changes);
      },
    );
    const controlTab = median(controls.map((run) => run.perTab));
    const ownTab = median(ours.map((run) => run.perTab));
    const controlStall = median(controls.map((run) => run.stalled));
    const ownStall = median(ours.map((run) => run.stalled));
    return [
      {
        what: `memory for each idle signed-in tab, between ${few} and ${many} tabs`,
        control: `${(controlTab / 1e3).toFixed(1)} kB`,
        ours: `${(ownTab / 1e3).toFixed(1)} kB`,
        ...atMost(ownTab / controlTab, 1.6),
      },
      {
        what: `memory growth while a stalled tab misses ${changes} changes of ${CHANGE_BYTES / 1e3} kB`,
        control: `${(controlStall / 1e6).toFixed(1)} MB`,
        ours: `${(ownStall / 1e6).toFixed(1)} MB`,
        ...atMost(ownStall / controlStall, 0.1),
      },
    ];
  },
};

/** Bytes. */
interface Measured {
  perTab: number;
  stalled: number;
}

/** Changes are large, so that the buffers of the system hold only a small part of them. */
const OVERVIEW = 'x'.repeat(4_000);
const CHANGE_BYTES = 4_700;
const WARM_UP = 5_000;

async function measureControl(control: Program, few: number, many: number, changes: number): Promise<Measured> {
  const perTab = await memoryPerTab(control, Array(many).fill(''), few);
  const tab = await openTab(control.port, '', () => {});
  tab.stall();
  const before = await control.memory();
  const connection = new Connection(control.port);
  expectStatus(await connection.send('POST', `/emit?count=${changes}&bytes=${CHANGE_BYTES}`), 200);
  connection.close();
  const stalled = (await control.memory()) - before;
  tab.close();
  return { perTab, stalled };
}

async function measureOurs(app: Program, world: World, few: number, many: number, changes: number): Promise<Measured> {
  const cookies = world.people.map((person) => person.cookie);
  const perTab = await memoryPerTab(app, cookies.slice(0, many), few);
  // Compiled code and full caches of the first thousands of requests do not count for the tab.
  await makeChanges(app, world, WARM_UP);
  const tab = await openTab(app.port, cookies[0] ?? '', () => {});
  tab.stall();
  const before = await app.memory();
  await makeChanges(app, world, changes);
  const stalled = (await app.memory()) - before;
  tab.close();
  return { perTab, stalled };
}

async function memoryPerTab(program: Program, cookies: string[], few: number): Promise<number> {
  const open = (some: string[]) => inParallel(some, 50, (cookie) => openTab(program.port, cookie, () => {}));
  const tabs: Tab[] = await open(cookies.slice(0, few));
  const atFew = await settledMemory(program);
  tabs.push(...(await open(cookies.slice(few))));
  const atMany = await settledMemory(program);
  for (const tab of tabs) tab.close();
  await settledMemory(program);
  return (atMany - atFew) / (cookies.length - few);
}

/** Waits for the work that follows a handshake, such as the second check of the session. */
async function settledMemory(program: Program): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1500));
  return program.memory();
}

/** 25 writers toggle an item each, so that every write is a change. */
async function makeChanges(app: Program, { people, itemIds }: World, count: number): Promise<void> {
  const writers = 25;
  await Promise.all(
    itemIds.slice(0, writers).map(async (itemId, index) => {
      const connection = new Connection(app.port);
      const headers = { cookie: people[index]?.cookie ?? '' };
      for (let edit = 0; edit < count / writers; edit++) {
        const body = JSON.stringify({ watched: edit % 2 === 0 });
        expectStatus(await connection.send('PATCH', `/api/watchlist/${itemId}/watched`, headers, body), 200);
      }
      connection.close();
    }),
  );
}
