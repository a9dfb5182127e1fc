import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { applyChanges, createReplica, type Replica } from '../common/replica/replica.ts';
import type { Change, ChangeBatch } from '../common/schemas/changes.ts';
import type { Folder } from '../common/schemas/folder.ts';
import type { Item } from '../common/schemas/item.ts';
import { loadCatalogue } from './features/titles/catalogue/catalogue.data.ts';
import { beginImport, importedRow, settled } from './testing/imports.ts';
import { createFolder, type Person, signInAgain, signUp, titleFacts } from './testing/people.ts';
import { type AppProcess, startProcess } from './testing/process.ts';
import { openTab, type Tab } from './testing/tabs.ts';

const WRITERS = 50;

let dataDir: string;
let app: AppProcess;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'marquee-crash-'));
  app = await startProcess(dataDir);
});
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

const server = () => ({ url: app.url });

/** Adds titles one after another until the server is gone. Gives the confirmed ones. */
async function write(person: Person, folderId: string, onAcknowledged: (item: Item) => void): Promise<void> {
  try {
    for (;;) {
      const { status, body } = await person.post('/api/watchlist', { folderId, ...titleFacts() });
      if (status !== 201) return;
      onAcknowledged(body);
    }
  } catch {
    // The connection broke, so this title was not confirmed.
  }
}

function replicaOf(folder: Folder, viewerId: string, tab: Tab): Replica {
  const batches = tab.heard
    .filter(({ event }) => event === 'folder:changes')
    .map(({ payload }) => payload as ChangeBatch);
  const changes = batches.filter(({ folderId }) => folderId === folder.id).flatMap((batch) => batch.changes);
  return applyChanges({ ...createReplica(folder, viewerId), items: [] }, changes).replica;
}

test('after a kill during writes of fifty people, all confirmed titles are there, and log, items and counts agree (P1)', async () => {
  const owner = await signUp(server());
  const folder = await createFolder(owner);
  const tab = await openTab(app, owner);
  const acknowledged: Item[] = [];

  await new Promise<void>((resolve) => {
    for (let writer = 0; writer < WRITERS; writer += 1) {
      void write(owner, folder.id, (item) => {
        acknowledged.push(item);
        if (acknowledged.length === 2 * WRITERS) resolve();
      });
    }
  });
  await app.kill();
  app = await startProcess(dataDir);
  const again = await signInAgain(server(), owner);

  const { body: items, headers } = await again.get(`/api/folders/${folder.id}/items`);
  const { body: now } = await again.get(`/api/folders/${folder.id}`);
  const { body: log } = await again.get(`/api/folders/${folder.id}/changes?since=0`);
  const kept = new Set(items.map(({ id }: Item) => id));
  expect(acknowledged.filter(({ id }) => !kept.has(id))).toEqual([]);
  expect(now.itemCount).toBe(items.length);
  expect(headers['x-total-count']).toBe(String(items.length));
  expect(log.changes.map(({ rev }: Change) => rev)).toEqual(Array.from({ length: now.rev }, (_, index) => index + 1));
  expect(log.changes.filter(({ type }: Change) => type === 'item:added')).toHaveLength(items.length);

  // The tab reconnects with its replica and its session.
  const held = replicaOf(folder, owner.user.id, tab);
  const returned = await openTab(app, owner);
  const { folders } = await returned.sync({ folders: { [folder.id]: held.rev }, userRev: 0 });
  const missed = await again.get(`/api/folders/${folder.id}/changes?since=${held.rev}`);
  const { replica } = applyChanges(held, missed.body.changes);
  expect(folders.find(({ id }) => id === folder.id)?.rev ?? held.rev).toBe(now.rev);
  expect(replica).toMatchObject({ rev: now.rev, items });
  expect(replica.folder.itemCount).toBe(now.itemCount);

  // New changes are delivered live again.
  const { body: next } = await again.post('/api/watchlist', { folderId: folder.id, ...titleFacts() });
  const { changes } = await returned.next('folder:changes');
  expect(changes).toMatchObject([{ rev: now.rev + 1, type: 'item:added', item: next }]);
  returned.close();
  expect(await app.stop()).toBe(0);
});

test('an import that a kill interrupts goes on when the person presses Import again, with nothing twice or lost', async () => {
  const owner = await signUp(server());
  const folder = await createFolder(owner);
  const films = loadCatalogue().titles.movie.slice(0, 600);
  const rows = films.flatMap(({ id, title }) => {
    const film = { key: `movie|tmdb|${id}`, mediaType: 'movie' as const, title, ids: { tmdb: id } };
    const line = { file: 'films.txt', line: 1, title: film };
    return [
      { ...line, kind: 'want' as const, sourceKey: `text|want|${id}`, at: null },
      importedRow({ sourceKey: `text|play|${id}`, title: film }),
    ];
  });
  const { id } = await beginImport(owner, rows);
  await settled(owner, id);
  const choices = { films: { folderId: folder.id }, withSeen: false };
  expect((await owner.patch(`/api/imports/${id}`, choices)).status).toBe(200);
  await settled(owner, id);
  const apply = (person: Person) => person.post(`/api/imports/${id}/apply`);

  const kills: number[] = [];
  let again = owner;
  for (const least of [1, 300, 700]) {
    expect((await apply(again)).status).toBe(200);
    let done = 0;
    while (done < least) done = (await again.get(`/api/imports/${id}?limit=1`)).body.import.work?.done ?? rows.length;
    await app.kill();
    kills.push(done);
    app = await startProcess(dataDir);
    again = await signInAgain(server(), owner);
  }
  expect((await apply(again)).status).toBe(200);
  const { state } = await settled(again, id);

  expect(kills[0]).toBeLessThan(rows.length);
  expect(state).toBe('applied');
  const inOrder = (titles: readonly { tmdbId: number }[]) => titles.map(({ tmdbId }) => tmdbId).sort((a, b) => a - b);
  const wanted = films.map((film) => film.id).sort((a, b) => a - b);
  const { body: exported } = await again.get('/api/export');
  expect(inOrder(exported.plays)).toEqual(wanted);
  const list = exported.lists.find(({ id }: Folder) => id === folder.id);
  expect(inOrder(list.items)).toEqual(wanted);
  expect(await app.stop()).toBe(0);
});

test('a stop with open tabs and writers takes less than ten seconds and loses no confirmed write', async () => {
  const owner = await signUp(server());
  const folder = await createFolder(owner);
  const tab = await openTab(app, owner);
  const acknowledged: Item[] = [];
  await new Promise<void>((resolve) => {
    for (let writer = 0; writer < 10; writer += 1) {
      void write(owner, folder.id, (item) => {
        acknowledged.push(item);
        resolve();
      });
    }
  });

  const started = Date.now();
  const code = await app.stop();

  expect(code).toBe(0);
  expect(Date.now() - started).toBeLessThan(10_000);
  await tab.whenCut();
  app = await startProcess(dataDir);
  const again = await signInAgain(server(), owner);
  const { body: items } = await again.get(`/api/folders/${folder.id}/items`);
  const kept = new Set(items.map(({ id }: Item) => id));
  expect(acknowledged.filter(({ id }) => !kept.has(id))).toEqual([]);
  expect(await app.stop()).toBe(0);
});

test('a stop ends connections that keep sending requests', async () => {
  const owner = await signUp(server());
  const folder = await createFolder(owner);
  const headers = { cookie: owner.cookie, 'content-type': 'application/json' };
  const add = async () => {
    const body = JSON.stringify({ folderId: folder.id, ...titleFacts() });
    const answer = await fetch(`${app.url}/api/watchlist`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
  };
  const addOn = async (): Promise<void> => {
    for (;;) await add();
  };
  await add();
  const refused = Array.from({ length: 10 }, () => addOn().catch(() => 'refused'));
  await add();

  const started = Date.now();
  const code = await app.stop();

  expect(code).toBe(0);
  // If it waited for these connections, it would take eight seconds, after which all are cut.
  expect(Date.now() - started).toBeLessThan(6_000);
  expect(new Set(await Promise.all(refused))).toEqual(new Set(['refused']));
});
