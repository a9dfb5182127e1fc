import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Folder } from '../common/schemas/folder.ts';
import type { Item } from '../common/schemas/item.ts';
import { type ServerWithDatabase, startWithOwnDatabase } from './testing/ownDatabase.ts';
import { createFolder, PASSWORD, type Person, signUp, titleFacts } from './testing/people.ts';
import { openTab, type Tab } from './testing/tabs.ts';

const PATIENCE_MS = 15_000;
/** More requests than the app has connections to its database. */
const MANY = 80;

let app: ServerWithDatabase;
let owner: Person;
let folder: Folder;
let tab: Tab;

const key = randomUUID();
const facts = titleFacts();

interface Answer {
  status: number;
  retryAfter: string | null;
  body: { code?: string };
}

async function send(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(app.server.url + path, {
    method,
    headers: { cookie: owner.cookie, 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const retryAfter = answer.headers.get('retry-after');
  return { status: answer.status, retryAfter, body: (await answer.json()) as Answer['body'] };
}

const add = () => send('POST', '/api/watchlist', { ...facts, folderId: folder.id }, { 'idempotency-key': key });

beforeAll(async () => {
  app = await startWithOwnDatabase();
  owner = await signUp(app.server);
  folder = await createFolder(owner);
  tab = await openTab(app.server, owner);
});
afterAll(async () => {
  tab?.close();
  await app?.stop();
});

describe('a database that hangs', () => {
  let readiness: Answer;
  const order: string[] = [];
  let reads: Answer[];
  let write: Answer;
  let signIn: Answer;
  let synced: unknown;
  let handshake: unknown;

  beforeAll(async () => {
    app.freezeDatabase();
    try {
      [readiness, reads, write, signIn, synced, handshake] = await Promise.all([
        send('GET', '/readyz').finally(() => order.push('readyz')),
        Promise.all(
          Array.from({ length: MANY }, () => send('GET', '/api/folders').finally(() => order.push('folders'))),
        ),
        add(),
        // This request does not read a session.
        send('POST', '/api/auth/login', { email: owner.user.email, password: PASSWORD }, { cookie: '' }),
        tab.socket
          .timeout(PATIENCE_MS)
          .emitWithAck('sync', { folders: {}, userRev: 0 })
          .finally(() => order.push('sync')),
        openTab(app.server, owner).catch((error: unknown) => error),
      ]);
    } finally {
      app.thawDatabase();
    }
  });

  const unavailable = { status: 503, retryAfter: '2' };

  test('makes the node not ready immediately', () => {
    expect(readiness).toMatchObject(unavailable);
    expect(order[0]).toBe('readyz');
  });

  // `sync` waits for eight seconds, and a request for less than five. A busy machine delays both.
  test('makes requests fail before a tab gives up its sync', () => {
    expect(order.at(-1)).toBe('sync');
  });

  test('makes all waiting requests fail with 503', () => {
    expect(reads).toHaveLength(MANY);
    for (const read of reads) expect(read).toMatchObject({ ...unavailable, body: { code: 'unavailable' } });
    for (const one of [write, signIn]) expect(one).toMatchObject({ ...unavailable, body: { code: 'unavailable' } });
  });

  test('answers a tab with an error and refuses a handshake', () => {
    expect(synced).toMatchObject({ code: 'unavailable' });
    expect(handshake).toBeInstanceOf(Error);
  });

  test('is used again when it answers, and a repeated write is applied once', async () => {
    const again = await add();
    const items: Item[] = (await owner.get(`/api/folders/${folder.id}/items`)).body;
    const { changes } = await tab.next('folder:changes', (batch) =>
      batch.changes.some(({ type }) => type === 'item:added'),
    );
    const { folders } = await tab.sync();

    expect(again.status).toBe(201);
    expect(items).toEqual([again.body]);
    expect(changes).toMatchObject([{ item: { id: items[0]?.id } }]);
    expect(folders.find(({ id }) => id === folder.id)).toMatchObject({ itemCount: 1 });
    expect(await send('GET', '/readyz')).toMatchObject({ status: 200 });
  });
});
