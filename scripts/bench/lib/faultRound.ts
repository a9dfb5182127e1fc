import { setTimeout } from 'node:timers/promises';
import { MongoClient, ObjectId } from 'mongodb';
import type { Change } from '../../../common/schemas/changes.ts';
import { bundleClient, type Clients } from '../../../server/testing/convergence/clients.ts';
import { logOf } from '../../../server/testing/convergence/compare.ts';
import { createRandom, type Random } from '../../../server/testing/convergence/random.ts';
import { converge, waitUntilEqual } from '../../../server/testing/convergence/run.ts';
import { openSimulatedTab, type SimulatedTab } from '../../../server/testing/convergence/tab.ts';
import { makeWorld, type World } from './data/world.ts';
import { EarlyRepeats } from './earlyRepeats.ts';
import type { Fault, Stage } from './faults.ts';
import { judge, type Ledger } from './ledger.ts';
import { RetryingClient, Writers } from './writers.ts';

const WRITERS = 8;
const TABS = 2;
/** People who make random changes to lists of their own, in two tabs each. */
const PEOPLE = 2;
const WRITER_PAUSE_MS = 50;
/** Most writers repeat a request while a primary that is cut off still takes it. The others show how long it takes. */
const IMPATIENT_MS = 3000;
const PATIENT_MS = 15_000;
const BEFORE_MS = 2000;
const REPEATED = 30;

/** What a round has shown. From `lost` to `wrong`, all must be zero. */
export interface Round {
  acknowledged: number;
  lost: number;
  twice: number;
  /** Parts of a write without the others: revs, items, counts, answers. */
  half: number;
  /** Differences of tabs from the database. */
  differing: number;
  /** Wrong answers, also to requests that were sent again when they had been answered. */
  wrong: number;
  /** Also of requests without an answer. */
  longestRequestMs: number;
  /** The longest time in which no write was confirmed. */
  longestPauseMs: number;
}

/** Makes the fault while people write to one list and change others in tabs, and compares all that is left. */
export async function runRound(stage: Stage, fault: Fault): Promise<Round> {
  const { set, proxyPort } = stage;
  const seed = Math.floor(Math.random() * 1e9);
  await set.whenHealthy();
  const url = `http://127.0.0.1:${proxyPort}`;
  const pickPort = () => proxyPort;
  const world = await makeWorld(set.uri, { people: WRITERS, items: 1, mark: `-${seed}` });
  const { people } = await makeWorld(set.uri, { people: PEOPLE, items: 1, mark: `-${seed}-others` });
  const early = await EarlyRepeats.prepare(set.uri, `-${seed}`);
  const clients = await bundleClient();
  const tabs = await openTabs(url, world, clients, createRandom(seed));
  try {
    const pickPatienceMs = () => (Math.random() < 0.6 ? IMPATIENT_MS : PATIENT_MS);
    const writers = new Writers({ pickPort, world, pauseMs: WRITER_PAUSE_MS, pickPatienceMs });
    const { problems } = await converge({
      seed,
      urls: [url],
      people: people.map(({ id, cookie }, index) => ({ cookie, user: { id, firstName: `Person ${index}` } })),
      tabsEach: 2,
      width: 4,
      isExpected: ({ status }) => status === 503,
      async steps() {
        await writers.until(5 * WRITERS);
        await setTimeout(BEFORE_MS);
        await fault.run(stage, () => early.run(stage));
        await writers.until(5 * WRITERS);
        await set.whenHealthy();
        await writers.until(5 * WRITERS);
      },
    });
    await writers.finish();
    await Promise.all(tabs.map((tab) => tab.settle()));
    const differences = [...problems, ...(await waitUntilEqual(tabs, url))];
    const lists = [{ world, acknowledged: writers.acknowledged }, ...early.lists];
    const ledgers: Ledger[] = [];
    const half: string[] = [];
    for (const list of lists) {
      ledgers.push(await judge(proxyPort, list.world, list, []));
      const { folderId, people } = list.world;
      half.push(...(await findHalves(set.uri, list.world, await logOf(url, people[0]?.cookie ?? '', folderId))));
    }
    const sum = (of: (ledger: Ledger) => number) => ledgers.reduce((total, ledger) => total + of(ledger), 0);
    const wrong = [...writers.wrong, ...early.wrong, ...(await repeat(pickPort, writers))];
    for (const problem of [...differences, ...half, ...wrong]) console.error(problem.slice(0, 2000));
    return {
      acknowledged: lists.reduce((total, { acknowledged }) => total + acknowledged.size, 0),
      lost: sum(({ lost }) => lost),
      twice: sum(({ twice }) => twice),
      half: sum(({ gaps }) => gaps) + half.length,
      differing: differences.length,
      wrong: wrong.length,
      longestRequestMs: writers.longest.requestMs,
      longestPauseMs: writers.longest.pauseMs,
    };
  } finally {
    for (const tab of tabs) tab.close();
    await clients.remove();
  }
}

async function openTabs(url: string, world: World, clients: Clients, random: Random): Promise<SimulatedTab[]> {
  const tabs: SimulatedTab[] = [];
  for (const { id: userId, cookie } of world.people.slice(0, TABS)) {
    const client = await clients.next();
    const parts = { name: 'a tab of the list', cookie, userId, client, random, onSent: () => undefined };
    const tab = await openSimulatedTab({ ...parts, pickUrl: () => url });
    await tab.folders.loadItems(world.folderId);
    tabs.push(tab);
  }
  return tabs;
}

/** Compares log, items, counts and stored answers, which are written in one transaction. */
async function findHalves(databaseUri: string, world: World, log: readonly Change[]): Promise<string[]> {
  const client = await MongoClient.connect(databaseUri, { readConcernLevel: 'majority' });
  try {
    const folderId = new ObjectId(world.folderId);
    const folder = await client.db().collection('folders').findOne({ _id: folderId });
    const items = await client.db().collection('items').find({ folderId }).toArray();
    const operations = client.db().collection<{ _id: string }>('operations');
    const keys = world.people.map(({ id }) => ({ _id: { $gte: `${id}:`, $lt: `${id};` } }));
    const answers = await operations.find({ $or: keys }).toArray();

    const watched = new Map(world.itemIds.map((id) => [id, false]));
    for (const change of log) {
      if (!('item' in change)) continue;
      if (change.type === 'item:removed') watched.delete(change.item.id);
      else watched.set(change.item.id, change.item.watched);
    }
    const stored = new Map(items.map(({ _id, watched: is }) => [String(_id), is]));
    const logged = new Set(log.map(({ opId }) => opId));
    const answered = new Set(answers.map(({ _id }) => _id.split(':')[1]));
    return [
      ...[...watched].filter(([id, is]) => stored.get(id) !== is).map(([id]) => `The item ${id} is not as logged`),
      ...[...stored.keys()].filter((id) => !watched.has(id)).map((id) => `The item ${id} is not in the log`),
      ...(folder?.itemCount === items.length ? [] : [`${folder?.itemCount} items are counted, not ${items.length}`]),
      ...(folder?.rev === log.length ? [] : [`The rev is ${folder?.rev}, with ${log.length} changes`]),
      ...[...logged].filter((opId) => !answered.has(opId)).map((opId) => `The change ${opId} has no stored answer`),
      ...[...answered].filter((opId) => !logged.has(opId)).map((opId) => `The answer ${opId} has no change`),
    ];
  } finally {
    await client.close();
  }
}

/** Sends some confirmed requests again. Returns those that got another answer than the first time. */
async function repeat(pickPort: () => number, { acknowledged }: Writers): Promise<string[]> {
  const chosen = [...acknowledged].sort(() => Math.random() - 0.5).slice(0, REPEATED);
  const wrong: string[] = [];
  for (const [opId, { operation, cookie, body }] of chosen) {
    const client = new RetryingClient({ pickPort }, cookie);
    const answer = await client.send(operation, opId);
    client.close();
    const isSame = answer?.status === operation.done && idOf(answer.body) === idOf(body);
    if (!isSame)
      wrong.push(`${operation.method} ${operation.path} again: ${answer?.status} ${answer?.body} for ${body}`);
  }
  return wrong;
}

const idOf = (body: string) => (body ? (JSON.parse(body) as { id: string }).id : null);
