import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import mongoose, { Types } from 'mongoose';
import { FolderModel } from '../../../server/features/folders/model/folder.model.ts';
import { ItemModel } from '../../../server/features/folders/model/item.model.ts';
import { WebhookDeliveryModel, WebhookModel } from '../../../server/features/webhooks/webhook.model.ts';
import { WEBHOOKS } from '../../../server/features/webhooks/webhook.service.ts';
import { beginFollowing } from '../../../server/platform/database/followChanges.ts';
import { createVault } from '../../../server/platform/vault.ts';
import { type App, SECRET, startApp } from '../lib/app.ts';
import { atMost, type Benchmark, type Finding, interleave, median, percentile } from '../lib/benchmark.ts';
import { Connection, expectStatus } from '../lib/connection.ts';
import { inDatabase } from '../lib/data/inDatabase.ts';
import { makeWorld, type World } from '../lib/data/world.ts';
import { runLoad } from '../lib/load.ts';
import type { FanOutArgs, FanOutResult } from '../loads/fanOut.ts';

/** Each list has one webhook, with a receiver of its own. */
const LISTS = 10_000;
/** Every so many, the receiver never answers. */
const DEAD_EACH = 10;
/** At 50 a second, the writes alone and the tabs use up a processor, and every addition shows as a long queue. */
const CHANGES_PER_SECOND = 20;
const WRITERS = 20;
/** After the last change, for messages that are late. */
const PATIENCE_MS = 10_000;
const MOST_MS = 2000;
const MOST_MB = 50;

export const p15: Benchmark = {
  id: 'P15',
  title: 'Delivery to thousands of webhooks, of which one in ten is dead, and its cost for tabs',
  async run({ isShort, repetitions }) {
    const load = isShort ? { tabs: 100, rounds: 150 } : { tabs: 300, rounds: 600 };
    const receivers = await startReceivers();
    await using without = await startApp();
    await using app = await startApp({ OUTGOING_NETWORKS: '127.0.0.0/8' });
    try {
      const [plain, hooked] = [await fill(without), await fill(app)];
      await addWebhooks(app, hooked, receivers);
      const { controls, ours } = await interleave(
        repetitions,
        () => measure(without, plain, receivers, load),
        async () => {
          await turnWebhooks(app, true);
          const measured = await measure(app, hooked, receivers, load);
          await turnWebhooks(app, false);
          return measured;
        },
      );
      return findingsOf(controls, ours);
    } finally {
      receivers.close();
    }
  },
};

function findingsOf(controls: readonly Measured[], ours: readonly Measured[]): Finding[] {
  const fanOut = (runs: readonly Measured[]) => median(runs.map(({ lasts }) => median(lasts)));
  const [control, own] = [fanOut(controls), fanOut(ours)];
  const ratio = own / control;
  const wait = median(ours.map(({ waits }) => percentile(waits, 95)));
  const missed = ours.reduce((sum, run) => sum + run.missed, 0);
  const growth = Math.max(...ours.map(({ grownBy }) => grownBy)) / 1e6;
  const cpu = (runs: readonly Measured[]) => `${median(runs.map((run) => run.cpuShare * 100)).toFixed(0)} %`;
  const what = `${LISTS} webhooks, one in ${DEAD_EACH} dead, ${CHANGES_PER_SECOND} changes a second`;
  return [
    {
      what: `${what}: a change to the last tab, p50, against no webhooks`,
      control: `${control.toFixed(1)} ms, ${cpu(controls)} CPU`,
      ours: `${own.toFixed(1)} ms, ${cpu(ours)} CPU`,
      ...atMost(ratio, 1.1),
    },
    {
      what: 'from a change to the living receivers, p95; messages missed',
      control: '–',
      ours: `${wait.toFixed(0)} ms; ${missed}`,
      ratio: null,
      goal: `≤ ${MOST_MS} ms; 0`,
      isHeld: wait <= MOST_MS && missed === 0,
    },
    {
      what: 'growth of the app’s memory meanwhile',
      control: `${(Math.max(...controls.map(({ grownBy }) => grownBy)) / 1e6).toFixed(1)} MB`,
      ours: `${growth.toFixed(1)} MB`,
      ratio: null,
      goal: `≤ ${MOST_MB} MB`,
      isHeld: growth <= MOST_MB,
    },
  ];
}

interface Receivers {
  ports: { alive: number; dead: number };
  /** Is called with the number of the list. */
  onMessage: (list: number) => void;
  close(): void;
}

/** All receivers, each with an address of its own in 127.0.0.0/8, since requests to one host wait for each other. */
async function startReceivers(): Promise<Receivers> {
  const alive = createServer((req, res) => {
    receivers.onMessage(Number(req.url?.slice(1)));
    req.resume();
    res.end();
  });
  const dead = createServer(() => undefined);
  const receivers: Receivers = {
    ports: { alive: await listen(alive), dead: await listen(dead) },
    onMessage: () => undefined,
    close() {
      for (const server of [alive, dead]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
  return receivers;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  return (server.address() as AddressInfo).port;
}

interface Filled {
  /** The list that tabs have open. */
  world: World;
  lists: { folderId: string; itemId: string; cookie: string }[];
  /** Of the next change, counted over all runs, so that each change is one. */
  turn: number;
}

/** A list that many people have open, and thousands of others. */
async function fill({ databaseUri }: App): Promise<Filled> {
  const world = await makeWorld(databaseUri, { people: 100, items: 50 });
  return inDatabase(databaseUri, async () => {
    const lists = Array.from({ length: LISTS }, (_, index) => {
      const { id, cookie } = world.people[index % world.people.length] as World['people'][number];
      return { folderId: new Types.ObjectId(), itemId: new Types.ObjectId(), userId: new Types.ObjectId(id), cookie };
    });
    for (let start = 0; start < LISTS; start += 1000) {
      const some = lists.slice(start, start + 1000);
      await FolderModel.insertMany(
        some.map(({ folderId, userId }) => ({ _id: folderId, name: 'Changing', userId, itemCount: 1, membersRev: 1 })),
      );
      await ItemModel.insertMany(
        some.map(({ folderId, itemId, userId }) => ({
          ...{ _id: itemId, folderId, userId, tmdbId: 603, mediaType: 'movie', title: 'The Matrix' },
          ...{ overview: '', releaseDate: '1999-03-31', voteAverage: 80, genres: [28], runtime: 136 },
        })),
      );
    }
    return {
      world,
      turn: 0,
      lists: lists.map(({ folderId, itemId, cookie }) => ({
        folderId: folderId.toHexString(),
        itemId: itemId.toHexString(),
        cookie,
      })),
    };
  });
}

const hostOf = (index: number) => `127.1.${Math.floor(index / 250)}.${1 + (index % 250)}`;
const isDead = (index: number) => index % DEAD_EACH === 0;

async function addWebhooks(app: App, { lists }: Filled, receivers: Receivers): Promise<void> {
  await follow(app);
  const vault = createVault(SECRET, 'webhooks');
  const secret = vault.seal(`whsec_${Buffer.alloc(32).toString('base64')}`);
  await inDatabase(app.databaseUri, async () => {
    const folders = await FolderModel.find({ name: 'Changing' }, { userId: 1 }).lean();
    const owners = new Map(folders.map(({ _id, userId }) => [_id.toHexString(), userId]));
    for (let start = 0; start < LISTS; start += 1000) {
      await WebhookModel.insertMany(
        lists.slice(start, start + 1000).map(({ folderId }, offset) => {
          const index = start + offset;
          const host = `${hostOf(index)}:${isDead(index) ? receivers.ports.dead : receivers.ports.alive}`;
          const address = vault.seal(`http://${host}/${index}`);
          return {
            ...{ userId: owners.get(folderId), folderId, name: 'Chat', kind: 'generic', host, address, secret },
            ...{ events: ['item:updated'], isOn: false },
          };
        }),
      );
    }
  });
}

/** Makes the app follow the log, as the first webhook does. Resolves when it does. */
async function follow({ databaseUri }: App): Promise<void> {
  await inDatabase(databaseUri, async () => {
    await beginFollowing(WEBHOOKS);
    const followers = mongoose.connection.collection<{ _id: string; heldBy: string | null }>('followers');
    while (!(await followers.findOne({ _id: WEBHOOKS }))?.heldBy) await delay(100);
  });
}

/** On: as if nothing had ever failed. Off: nothing is tried any more. */
async function turnWebhooks({ databaseUri }: App, isOn: boolean): Promise<void> {
  await inDatabase(databaseUri, async () => {
    await WebhookModel.updateMany({}, { $set: { isOn, failingSince: null }, $unset: { nextAt: 1 } });
    await WebhookDeliveryModel.deleteMany({});
  });
}

interface Measured {
  /** Milliseconds from each change of the open list to its last tab. */
  lasts: number[];
  /** Milliseconds from each change of another list to its living receiver. None without webhooks. */
  waits: number[];
  missed: number;
  cpuShare: number;
  grownBy: number;
}

/** Measures how changes of one list reach its tabs, while other lists change all the time. */
async function measure(
  app: App,
  filled: Filled,
  receivers: Receivers,
  { tabs, rounds }: { tabs: number; rounds: number },
): Promise<Measured> {
  const { world } = filled;
  const sent = new Map<number, number>();
  const waits: number[] = [];
  receivers.onMessage = (list) => {
    const at = sent.get(list);
    if (at === undefined) return;
    waits.push(performance.now() - at);
    sent.delete(list);
  };
  const memoryBefore = await app.memory();
  const [began, cpuBefore] = [performance.now(), app.cpuSeconds()];
  const ending = new AbortController();
  const writing = changeLists(app, filled, ending.signal, (list) => sent.set(list, performance.now()));
  const cookies = Array.from({ length: tabs }, (_, index) => world.people[index % world.people.length]?.cookie ?? '');
  const args: FanOutArgs = { port: app.port, cookies, itemId: world.itemIds[0] ?? '', rounds };
  const { lasts } = await runLoad<FanOutResult>('fanOut', args);
  ending.abort();
  await writing;
  const cpuShare = (app.cpuSeconds() - cpuBefore) / ((performance.now() - began) / 1000);
  const living = () => [...sent.keys()].filter((list) => !isDead(list)).length;
  const deadline = performance.now() + PATIENCE_MS;
  const hasWebhooks = waits.length > 0;
  while (hasWebhooks && living() > 0 && performance.now() < deadline) await delay(50);
  const grownBy = (await app.memory()) - memoryBefore;
  return { lasts, waits, missed: hasWebhooks ? living() : 0, cpuShare, grownBy };
}

/** Changes one list after another at the same pace, until it is ended. */
async function changeLists(
  { port }: App,
  filled: Filled,
  ending: AbortSignal,
  onSent: (list: number) => void,
): Promise<void> {
  const [began, first] = [performance.now(), filled.turn];
  const write = async () => {
    const connection = new Connection(port);
    while (!ending.aborted) {
      const turn = filled.turn++;
      await delay(Math.max(0, began + ((turn - first) * 1000) / CHANGES_PER_SECOND - performance.now()));
      const index = turn % LISTS;
      const { itemId, cookie } = filled.lists[index] as Filled['lists'][number];
      onSent(index);
      const body = JSON.stringify({ watched: Math.floor(turn / LISTS) % 2 === 0 });
      const answer = await connection.send('PATCH', `/api/watchlist/${itemId}/watched`, { cookie }, body);
      expectStatus(answer, 200);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}
