import { limits } from '../../../common/constants.ts';
import { SeenConsentModel, SeenTitlesModel } from '../../../server/features/folders/model/seen.model.ts';
import { startApp } from '../lib/app.ts';
import { atMost, type Benchmark, interleave, median } from '../lib/benchmark.ts';
import { Connection, expectStatus } from '../lib/connection.ts';
import { inDatabase } from '../lib/data/inDatabase.ts';
import { makeWorld, type World } from '../lib/data/world.ts';

const ITEMS = 5000;
const PEOPLE = 20;

export const p12: Benchmark = {
  id: 'P12',
  title: 'Cost of the seen marks of a large list with many members',
  async run({ isShort, repetitions }) {
    const reads = isShort ? 10 : 40;
    await using app = await startApp();
    const world = await makeWorld(app.databaseUri, { people: PEOPLE, items: ITEMS });
    await addMarks(app.databaseUri, world);
    const measure = (isWithMarks: boolean, rounds: number) => timesOf(app.port, world, { isWithMarks, rounds });
    await measure(true, 10);
    const { controls, ours } = await interleave(
      repetitions,
      () => measure(false, reads),
      () => measure(true, reads),
    );
    const [alone, together] = [median(controls.flat()), median(ours.flat())];
    return [
      {
        what: `reading ${ITEMS} items with the seen marks of ${PEOPLE} people, against the items alone, median`,
        control: `${alone.toFixed(1)} ms`,
        ours: `${together.toFixed(1)} ms`,
        ...atMost(together / alone, 1.3),
      },
    ];
  },
};

/** Every member shows what they have seen: every second title, and as many that are not in the list. */
async function addMarks(databaseUri: string, { people, folderId }: World): Promise<void> {
  return inDatabase(databaseUri, async () => {
    await SeenConsentModel.insertMany(people.map(({ id }) => ({ folderId, userId: id, shows: true })));
    await SeenTitlesModel.insertMany(
      people.map(({ id }, index) => ({
        _id: id,
        plays: ITEMS,
        movie: Array.from({ length: ITEMS }, (_, title) => 1 + (index % 2) + 2 * title),
      })),
    );
  });
}

/** Reads several times as a tab does: the items page after page, and the marks beside them. Gives the milliseconds of each. */
async function timesOf(
  port: number,
  { people, folderId }: World,
  { isWithMarks, rounds }: { isWithMarks: boolean; rounds: number },
): Promise<number[]> {
  const cookie = people[1]?.cookie ?? '';
  const connections = [new Connection(port), new Connection(port)] as const;
  const path = `/api/folders/${folderId}`;
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    await Promise.all([
      readItems(connections[0], path, cookie),
      isWithMarks ? readMarks(connections[1], path, cookie) : undefined,
    ]);
    times.push(performance.now() - began);
  }
  for (const connection of connections) connection.close();
  return times;
}

async function readItems(connection: Connection, path: string, cookie: string): Promise<void> {
  let after = '';
  for (let count = 0; count < ITEMS; ) {
    const answer = await connection.send('GET', `${path}/items?limit=${limits.itemsPage}${after}`, { cookie });
    const page = JSON.parse(expectStatus(answer, 200)) as { id: string }[];
    count += page.length;
    after = `&after=${page.at(-1)?.id}`;
  }
}

async function readMarks(connection: Connection, path: string, cookie: string): Promise<void> {
  const answer = await connection.send('GET', `${path}/seen`, { cookie });
  const { seen } = JSON.parse(expectStatus(answer, 200)) as { seen: Record<string, string[]> };
  const marks = Object.values(seen).reduce((sum, itemIds) => sum + itemIds.length, 0);
  if (marks !== (PEOPLE * ITEMS) / 2) throw new Error(`Read ${marks} marks`);
}
