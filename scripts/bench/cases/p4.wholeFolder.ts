import { limits } from '../../../common/constants.ts';
import { type App, startApp, startSecondApp } from '../lib/app.ts';
import { atMost, type Benchmark, type Finding, interleave, median } from '../lib/benchmark.ts';
import { Connection, expectStatus } from '../lib/connection.ts';
import { makeWorld } from '../lib/data/world.ts';
import { type Program, startControl, watched } from '../lib/program.ts';

export const p4: Benchmark = {
  id: 'P4',
  title: 'Cost of reading all items of a large list',
  async run({ isShort, repetitions }) {
    const findings: Finding[] = [];
    const app = await startApp();
    try {
      for (const items of [1_000, 10_000]) {
        const reads = (isShort ? 50_000 : 200_000) / items;
        findings.push(...(await compare(app, items, { reads, repetitions })));
      }
    } finally {
      await app.stop();
    }
    return findings;
  },
};

/** Milliseconds for reading all items: CPU time of the serving process, and its longest event-loop stall. */
interface Measured {
  cpu: number;
  stall: number;
}

type Read = (connection: Connection) => Promise<number>;

async function compare(
  app: App,
  items: number,
  { reads, repetitions }: { reads: number; repetitions: number },
): Promise<Finding[]> {
  const { people, folderId } = await makeWorld(app.databaseUri, { people: 2, items, mark: `-of-${items}` });
  const path = `/api/folders/${folderId}/items`;
  const run = async (start: () => Promise<Program>, read: Read) => {
    await using program = await start();
    return await measure(program, items, reads, read);
  };
  const { controls, ours } = await interleave(
    repetitions,
    () => run(() => startControl('items', { DATABASE_URI: app.databaseUri }, watched), atOnce(path)),
    () => run(() => startSecondApp(app, 0, watched), inPages(path, items, people[1]?.cookie ?? '')),
  );
  const row = (what: string, of: (run: Measured) => number, limit: number): Finding => {
    const [control, own] = [median(controls.map(of)), median(ours.map(of))];
    return { what, control: `${control.toFixed(1)} ms`, ours: `${own.toFixed(1)} ms`, ...atMost(own / control, limit) };
  };
  return [
    row(`CPU time of reading all ${items} items of a list, against one query and one answer`, (run) => run.cpu, 1.5),
    row('the same, longest event-loop stall of a read, median', (run) => run.stall, 0.5),
  ];
}

const atOnce =
  (path: string): Read =>
  async (connection) =>
    (JSON.parse(expectStatus(await connection.send('GET', `${path}?limit=0`), 200)) as unknown[]).length;

/** Reads page after page, as the client does. Each page starts after the last item of the page before. */
const inPages =
  (path: string, total: number, cookie: string): Read =>
  async (connection) => {
    let count = 0;
    let after = '';
    for (;;) {
      const answer = await connection.send('GET', `${path}?limit=${limits.itemsPage}${after}`, { cookie });
      const page = JSON.parse(expectStatus(answer, 200)) as { id: string }[];
      count += page.length;
      if (page.length < limits.itemsPage || count >= total) return count;
      after = `&after=${page.at(-1)?.id}`;
    }
  };

/** After this many items the code of both programs is compiled. Before, reads take up to twice as long. */
const WARM_ITEMS = 100_000;

async function measure(program: Program, items: number, reads: number, read: Read): Promise<Measured> {
  const connection = new Connection(program.port);
  const readAll = async () => {
    const count = await read(connection);
    if (count !== items) throw new Error(`Read ${count} of ${items} items`);
  };
  for (let warm = 0; warm < WARM_ITEMS / items; warm++) await readAll();

  const before = program.cpuSeconds();
  for (let round = 0; round < reads; round++) await readAll();
  const cpu = ((program.cpuSeconds() - before) / reads) * 1000;

  const stalls: number[] = [];
  await program.stall();
  for (let round = 0; round < Math.max(15, reads); round++) {
    await readAll();
    stalls.push(await program.stall());
  }
  connection.close();
  return { cpu, stall: median(stalls) };
}
