import { createHash } from 'node:crypto';
import { applyChange, createReplica, type Replica } from '../../../common/replica/replica.ts';
import type { Change } from '../../../common/schemas/changes.ts';
import type { Item } from '../../../common/schemas/item.ts';
import { inParallel } from '../lib/benchmark.ts';
import { Connection, expectStatus } from '../lib/connection.ts';
import { openTab } from '../lib/tab.ts';

export interface EditsArgs {
  /** The ports of the nodes. Each person's tab is on one node, and the edits go to the next. */
  ports: number[];
  cookies: string[];
  /** One item for each person. */
  itemIds: string[];
  editsEach: number;
  /** The folder whose state all tabs must have at the end. Null for a control. */
  folderId: string | null;
}

export interface EditsResult {
  perSecond: number;
  messagesPerTab: number;
  /** Changes that tabs missed or got twice, gaps in the revs they got, and the number of different final states. */
  lost: number;
  repeated: number;
  gaps: number;
  states: number;
}

export async function run({ ports, cookies, itemIds, editsEach, folderId }: EditsArgs): Promise<EditsResult> {
  const portAt = (index: number) => ports[index % ports.length] as number;
  const port = portAt(0);
  const before = folderId ? await readFolder(port, cookies[0] ?? '', folderId) : null;
  const total = cookies.length * editsEach;
  const lastRev = (before?.rev ?? 0) + total;
  const heard: string[][] = cookies.map(() => []);
  let complete = 0;
  let onComplete = () => {};
  const allComplete = new Promise<void>((resolve) => {
    onComplete = resolve;
  });
  const tabs = await inParallel([...cookies.keys()], 50, (index) =>
    openTab(portAt(index), cookies[index] ?? '', (text) => {
      heard[index]?.push(text);
      if (!text.includes(`"rev":${lastRev},`)) return;
      complete += 1;
      if (complete === cookies.length) onComplete();
    }),
  );
  const connections = cookies.map((_, index) => new Connection(portAt(index + 1)));

  const began = performance.now();
  await Promise.all(
    connections.map(async (connection, index) => {
      for (let edit = 0; edit < editsEach; edit++) {
        const body = JSON.stringify({ watched: edit % 2 === 0 });
        const headers = { cookie: cookies[index] ?? '' };
        expectStatus(await connection.send('PATCH', `/api/watchlist/${itemIds[index]}/watched`, headers, body), 200);
      }
    }),
  );
  await withTimeout(allComplete, 30_000);
  const seconds = (performance.now() - began) / 1000;

  const verdict = before && folderId ? judge(before, heard, await readFolder(port, cookies[0] ?? '', folderId)) : none;
  for (const tab of tabs) tab.close();
  for (const connection of connections) connection.close();
  const messages = heard.reduce((sum, texts) => sum + texts.length, 0);
  return { perSecond: total / seconds, messagesPerTab: messages / cookies.length, ...verdict };
}

const none = { lost: 0, repeated: 0, gaps: 0, states: 1 };

interface Snapshot {
  rev: number;
  replica: Replica;
}

async function readFolder(port: number, cookie: string, folderId: string): Promise<Snapshot> {
  const connection = new Connection(port);
  const folder = JSON.parse(expectStatus(await connection.send('GET', `/api/folders/${folderId}`, { cookie }), 200));
  const items = expectStatus(await connection.send('GET', `/api/folders/${folderId}/items`, { cookie }), 200);
  connection.close();
  const replica = { ...createReplica(folder, ''), items: JSON.parse(items) as Item[] };
  return { rev: folder.rev, replica };
}

/** Applies the changes of each tab and compares its final state with the database. */
function judge(
  before: Snapshot,
  heard: string[][],
  after: Snapshot,
): Omit<EditsResult, 'perSecond' | 'messagesPerTab'> {
  const counts = { lost: 0, repeated: 0, gaps: 0 };
  const states = new Set([hashOf(after.replica)]);
  for (const texts of heard) {
    let { replica } = before;
    const changes = texts.flatMap((text) => (JSON.parse(text.slice(2)) as [string, { changes: Change[] }])[1].changes);
    for (const change of changes) {
      if (change.rev <= replica.rev) counts.repeated += 1;
      if (change.rev > replica.rev + 1) counts.gaps += 1;
      replica = applyChange(replica, change);
    }
    counts.lost += after.rev - before.rev - new Set(changes.map((change) => change.rev)).size;
    states.add(hashOf(replica));
  }
  return { ...counts, states: states.size };
}

function hashOf({ rev, items }: Replica): string {
  return createHash('sha256')
    .update(JSON.stringify([rev, items]))
    .digest('hex');
}

/** Ends the run although changes are missing, so that they count as lost. */
function withTimeout(promise: Promise<void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void promise.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
