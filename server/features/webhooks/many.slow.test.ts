import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import type { Folder } from '../../../common/schemas/folder.ts';
import { createVault } from '../../platform/vault.ts';
import { addItem, createFolder, type Person, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { WebhookModel } from './webhook.model.ts';

const SECRET = 'only for tests, nowhere else';
const HOOKS = 10_000;
/** Every so many, the receiver never answers. */
const DEAD_EACH = 10;
const LISTS = 50;
const CHANGES = 200;
/** So many webhooks get each change: of the list, one of them dead. */
const OF_LIST = HOOKS / 1000;

const server = setUpServer({ env: { OUTGOING_NETWORKS: '127.0.0.0/8' } });
const arrivals = new Map<string, number[]>();
let living: Server;
let dead: Server;
let ana: Person;

async function listen(created: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    created.listen(0, '127.0.0.1', resolve);
  });
  return `127.0.0.1:${(created.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  ana = await signUp(server);
  living = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => {
      body += chunk;
    });
    req.on('end', () => {
      const { data } = JSON.parse(body);
      const id: string = data.change?.item.id ?? 'test';
      arrivals.set(id, [...(arrivals.get(id) ?? []), performance.now()]);
      res.end();
    });
  });
  dead = createServer(() => undefined);
});
afterAll(() => {
  dead.closeAllConnections();
  dead.close();
  living.close();
});

test('10,000 webhooks, of which one in ten is dead: the living get theirs within two seconds, in bounded memory', async () => {
  const [alive, hanging] = [await listen(living), await listen(dead)];
  const lists: Folder[] = [];
  for (let made = 0; made < LISTS; made += 1) lists.push(await createFolder(ana, `List ${made}`));
  // Makes the server follow the log.
  const first = { name: 'First', address: `http://${alive}/`, events: ['item:noted'] };
  await ana.post(`/api/folders/${lists[0]?.id}/webhooks`, first).expect(201);
  const vault = createVault(SECRET, 'webhooks');
  const sealed = { alive: vault.seal(`http://${alive}/`), dead: vault.seal(`http://${hanging}/`) };
  const secret = vault.seal(`whsec_${Buffer.alloc(32).toString('base64')}`);
  const hooks = Array.from({ length: HOOKS }, (_, index) => {
    const isDead = index % DEAD_EACH === 0;
    // Those of lists without changes wait for nothing.
    const list = lists[Math.floor(index / OF_LIST)];
    return {
      _id: new Types.ObjectId(),
      userId: new Types.ObjectId(ana.user.id),
      folderId: list ? new Types.ObjectId(list.id) : new Types.ObjectId(),
      name: 'One of many',
      kind: 'generic',
      host: isDead ? hanging : alive,
      address: isDead ? sealed.dead : sealed.alive,
      secret,
      events: ['item:added'],
      isOn: true,
      offBecause: null,
      failingSince: null,
      createdAt: new Date(),
    };
  });
  for (let start = 0; start < HOOKS; start += 1000)
    await WebhookModel.insertMany(hooks.slice(start, start + 1000), { lean: true });
  global.gc?.();
  const memoryBefore = process.memoryUsage().heapUsed;
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().heapUsed);
  }, 100);

  const addedAt = new Map<string, number>();
  for (let change = 0; change < CHANGES; change += 1) {
    const { id } = await addItem(ana, lists[change % LISTS]?.id ?? '');
    addedAt.set(id, performance.now());
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const expected = CHANGES * (OF_LIST - 1);
  const counted = () => [...addedAt.keys()].reduce((sum, id) => sum + (arrivals.get(id)?.length ?? 0), 0);
  const deadline = performance.now() + 30_000;
  while (counted() < expected && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
  clearInterval(sampling);

  const waits = [...addedAt]
    .flatMap(([id, at]) => (arrivals.get(id) ?? []).map((time) => time - at))
    .sort((a, b) => a - b);
  const p95 = waits[Math.floor(waits.length * 0.95)] ?? Number.POSITIVE_INFINITY;
  process.stdout.write(`p95 ${Math.round(p95)} ms, ${Math.round((peak - memoryBefore) / 1e6)} MB more than before\n`);
  expect(waits.length).toBe(expected);
  expect(p95).toBeLessThan(2000);
  expect(peak - memoryBefore).toBeLessThan(200_000_000);
}, 300_000);
