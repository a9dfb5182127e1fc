import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { allFlags } from '../common/permissions.ts';
import type { Change } from '../common/schemas/changes.ts';
import type { Folder } from '../common/schemas/folder.ts';
import type { Item } from '../common/schemas/item.ts';
import { type ServerWithDatabase, startWithOwnDatabase } from './testing/ownDatabase.ts';
import { createFolder, type Person, shareWith, signUp, titleFacts } from './testing/people.ts';

// KILLS=100 makes the run longer.
const KILLS = Number(process.env.KILLS ?? 8);
const WRITERS = 12;

let app: ServerWithDatabase;
let people: Person[];
let folders: Folder[];

beforeAll(async () => {
  // The embedded database logs its restarts to the console.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  app = await startWithOwnDatabase();
  people = await Promise.all(['Ana', 'Ben', 'Cleo', 'Dan'].map((name) => signUp(app.server, name)));
  const [owner, ...members] = people as [Person, ...Person[]];
  folders = [await createFolder(owner, 'One'), await createFolder(owner, 'Two')];
  for (const folder of folders) for (const member of members) await shareWith(owner, folder.id, member, allFlags);
});
afterAll(async () => {
  await app?.stop();
  jest.restoreAllMocks();
});

interface Sent {
  method: string;
  path: string;
  status: number;
  code: string | undefined;
  retryAfter: string | null;
}

/** The answered requests, and the confirmed writes by what they wrote. */
interface Ledger {
  sent: Sent[];
  acknowledged: Set<string>;
  attempted: Set<string>;
}

async function send(ledger: Ledger, person: Person, method: string, path: string, body?: object, key?: string) {
  const answer = await fetch(app.server.url + path, {
    method,
    headers: {
      cookie: person.cookie,
      'content-type': 'application/json',
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const parsed = (await answer.json()) as { code?: string };
  const { status } = answer;
  ledger.sent.push({ method, path, status, code: parsed.code, retryAfter: answer.headers.get('retry-after') });
  return status;
}

const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;

/** Sends a random request of one person. */
async function act(ledger: Ledger): Promise<void> {
  const [person, folder] = [pick(people), pick(folders)];
  const list = `/api/folders/${folder.id}`;
  const write = async (id: string, method: string, path: string, body: object) => {
    ledger.attempted.add(id);
    if ((await send(ledger, person, method, path, body)) < 300) ledger.acknowledged.add(id);
  };
  const facts = titleFacts();
  const kind = Math.random();
  if (kind < 0.35) {
    const key = randomUUID();
    ledger.attempted.add(key);
    let status = 503;
    while (status === 503)
      status = await send(ledger, person, 'POST', '/api/watchlist', { ...facts, folderId: folder.id }, key);
    ledger.acknowledged.add(key);
  } else if (kind < 0.55) {
    await write(`${facts.tmdbId}`, 'POST', '/api/watchlist', { ...facts, folderId: folder.id });
  } else if (kind < 0.7) {
    const name = randomUUID();
    await write(name, 'PUT', list, { name });
  } else if (kind < 0.8) {
    await write(`review ${facts.tmdbId}`, 'POST', '/api/reviews', { ...facts, rating: 4 });
  } else {
    await send(ledger, person, 'GET', pick(['/api/folders', list, `${list}/items`, `${list}/changes`, '/api/users']));
  }
}

async function logOf(person: Person, folder: Folder): Promise<Change[]> {
  const log: Change[] = [];
  for (let hasMore = true; hasMore; ) {
    const { body } = await person.get(`/api/folders/${folder.id}/changes?since=${log.at(-1)?.rev ?? 0}`);
    log.push(...body.changes);
    hasMore = body.more;
  }
  return log;
}

async function itemsOf(person: Person, folder: Folder): Promise<Item[]> {
  const items: Item[] = [];
  for (let page: Item[] | undefined; page === undefined || page.length > 0; items.push(...page)) {
    const after = items.at(-1)?.id;
    page = (await person.get(`/api/folders/${folder.id}/items${after ? `?after=${after}` : ''}`)).body as Item[];
  }
  return items;
}

/** What a log entry wrote, with the names of the ledger. */
function writtenBy(change: Change, { isReviewed }: Folder): string[] {
  if (change.type === 'folder:renamed') return [change.folder.name];
  if (change.type !== 'item:added') return [];
  if (isReviewed) return [`review ${change.item.tmdbId}`];
  return [change.opId ?? `${change.item.tmdbId}`];
}

/** Checks that log, items and counts of a folder agree, and returns what was written to it. */
async function readWritten(person: Person, folder: Folder): Promise<string[]> {
  const [log, items] = [await logOf(person, folder), await itemsOf(person, folder)];
  const { body: now } = await person.get(`/api/folders/${folder.id}`);
  expect(log.map(({ rev }) => rev)).toEqual(Array.from({ length: now.rev }, (_, index) => index + 1));
  const added = log.flatMap((change) => (change.type === 'item:added' ? [change.item.id] : []));
  expect(items.map(({ id }) => id)).toEqual(added.sort());
  expect(now.itemCount).toBe(items.length);
  return log.flatMap((change) => writtenBy(change, folder));
}

test('while the database is killed several times, requests fail only with 503, and each confirmed write is there once', async () => {
  const ledger: Ledger = { sent: [], acknowledged: new Set(), attempted: new Set() };
  let isOver = false;
  const work = Array.from({ length: WRITERS }, async () => {
    while (!isOver) await act(ledger);
  });
  const moreWrites = async (count: number) => {
    const before = ledger.acknowledged.size;
    while (ledger.acknowledged.size < before + count) await new Promise((resolve) => setImmediate(resolve));
  };

  for (let kill = 0; kill < KILLS; kill += 1) {
    await moreWrites(10 + Math.random() * 30);
    app.killDatabase();
  }
  await moreWrites(20);
  isOver = true;
  await Promise.all(work);

  const { sent, acknowledged, attempted } = ledger;
  const isExpected = ({ status, retryAfter }: Sent) => status < 300 || (status === 503 && Number(retryAfter) > 0);
  expect(sent.filter((one) => !isExpected(one))).toEqual([]);

  const written: string[] = [];
  for (const person of people) {
    const own: Folder[] = (await person.get('/api/folders')).body;
    for (const folder of own) written.push(...(await readWritten(person, folder)));
  }
  const once = new Set(written);
  expect([...acknowledged].filter((id) => !once.has(id))).toEqual([]);
  expect(written.filter((id, index) => attempted.has(id) && written.indexOf(id) !== index)).toEqual([]);
});
