import { MongoClient, ObjectId } from 'mongodb';
import { type App, startApp } from '../lib/app.ts';
import { atMost, type Benchmark, type Finding, median } from '../lib/benchmark.ts';
import { Connection, expectStatus } from '../lib/connection.ts';
import { addForeignItems } from '../lib/data/foreignItems.ts';
import { makeWorld } from '../lib/data/world.ts';
import { runLoad } from '../lib/load.ts';
import { email, type GrowthArgs, type Measured, password, type Target } from '../loads/growth.ts';

const few = 1_000;

export const p5: Benchmark = {
  id: 'P5',
  title: 'Response times with few and with a million items of other people',
  async run({ isShort, repetitions }) {
    const many = isShort ? 100_000 : 1_000_000;
    const apps = [await startApp(), await startApp()] as const;
    try {
      const small = await prepare(apps[0], few);
      const large = await prepare(apps[1], many);
      const runs: Measured[][] = [];
      for (let run = 0; run < repetitions; run++) {
        const args: GrowthArgs = { small, large, rounds: isShort ? 30 : 100, repetition: run };
        runs.push(await runLoad<Measured[]>('growth', args));
      }
      const limit = process.env.MONGODB_URI ? 1.25 : 1.5;
      const findings = (runs[0] ?? []).map(({ what }, position): Finding => {
        const smallTime = median(runs.map((run) => run[position]?.small ?? Number.NaN));
        const largeTime = median(runs.map((run) => run[position]?.large ?? Number.NaN));
        return {
          what: `${what}, with ${few} and with ${many} items of other people, p50`,
          control: `${smallTime.toFixed(2)} ms`,
          ours: `${largeTime.toFixed(2)} ms`,
          ...atMost(largeTime / smallTime, limit),
        };
      });
      return [...findings, await examined(apps[1], large)];
    } finally {
      for (const app of apps) await app.stop();
    }
  },
};

async function prepare(app: App, foreign: number): Promise<Target> {
  const { people, folderId, itemIds } = await makeWorld(app.databaseUri, { people: 2, items: 50 });
  await addForeignItems(app.databaseUri, foreign);
  const connection = new Connection(app.port);
  const body = JSON.stringify({ email, password, firstName: 'Signs', lastName: 'In' });
  expectStatus(await connection.send('POST', '/api/auth/register', {}, body), 201);
  connection.close();
  return { port: app.port, cookie: people[0]?.cookie ?? '', folderId, itemId: itemIds[0] ?? '' };
}

/** How many documents the database examines to list the folder, by its own count. */
async function examined(app: App, { folderId }: Target): Promise<Finding> {
  const client = await MongoClient.connect(app.databaseUri);
  const find = { find: 'items', filter: { folderId: new ObjectId(folderId) }, sort: { _id: 1 } };
  const { executionStats } = await client.db().command({ explain: find, verbosity: 'executionStats' });
  await client.close();
  const { totalDocsExamined, nReturned } = executionStats;
  return {
    what: 'documents examined to list the items of a list, against those returned',
    control: String(nReturned),
    ours: String(totalDocsExamined),
    ...atMost(totalDocsExamined / nReturned, 1.1),
  };
}
