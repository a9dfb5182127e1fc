import type { QueueEntry } from '../../client/features/offline/queuedWrite.ts';
import type { Replica } from '../../common/replica/replica.ts';
import type { Change } from '../../common/schemas/changes.ts';
import type { SentAnswer } from './machines.ts';
import { stateOf } from './model.ts';
import type { Scene } from './scene.ts';
import type { Exchange, SimulatedTab } from './tab.ts';

/** A restored backup is known to all tabs after so long. */
const RESTORE_KNOWN_AFTER_MS = 120_000;

/** What was last checked of each tab, and up to which rev a load may have put its items ahead of its rev. */
interface Checked {
  replicas: Map<string, Replica>;
  aheadUntil: Map<string, number>;
  code: unknown;
}

const DAY_MS = 24 * 60 * 60 * 1000;

const checked = new WeakMap<SimulatedTab, Checked>();

function checkedOf(tab: SimulatedTab): Checked {
  const known = checked.get(tab);
  if (known?.code === tab.code) return known;
  const fresh: Checked = { replicas: new Map(), aheadUntil: new Map(), code: tab.code };
  checked.set(tab, fresh);
  return fresh;
}

const isAfterRestore = (run: Scene) => run.world.now - run.restoredAt < RESTORE_KNOWN_AFTER_MS;

/** A replica is always what the log says at its rev. */
export function checkReplicas(run: Scene, tab: SimulatedTab): void {
  const { replicas, aheadUntil } = checkedOf(tab);
  // Then a tab shows its old items until the new ones arrive.
  if (isAfterRestore(run)) {
    replicas.clear();
    return;
  }
  const { entries } = tab.folders;
  for (const id of replicas.keys()) if (!entries[id]?.replica) replicas.delete(id);
  for (const [id, { replica, itemsStatus }] of Object.entries(entries)) {
    const before = replicas.get(id);
    if (!replica || before === replica) continue;
    replicas.set(id, replica);
    const { rev, revId, folder, items } = replica;
    if (rev >= (aheadUntil.get(id) ?? 0)) aheadUntil.delete(id);
    if (before && rev < before.rev && !aheadUntil.has(id)) {
      run.report(`${tab.name} went back from rev ${before.rev} of ${id} to ${rev}`);
    }
    // After a restored backup another change can have this rev.
    if (rev === 0 || (!revId && run.restoredAt !== Number.NEGATIVE_INFINITY)) continue;
    const entry = run.model.entry(id, rev);
    if (!entry || (revId && revId !== entry.id)) {
      if (run.restoredAt === Number.NEGATIVE_INFINITY)
        run.report(`${tab.name} has rev ${rev} of ${id}, which is not committed`);
      continue;
    }
    if (folder.name !== entry.name && entry.name !== '') {
      run.report(`${tab.name} has the name ${folder.name} at rev ${rev} of ${id}, and the log ${entry.name}`);
    }
    if (!items || itemsStatus !== 'ready' || rev < (aheadUntil.get(id) ?? 0)) continue;
    const difference = itemsDifference(items, entry.items);
    if (difference) run.report(`${tab.name} at rev ${rev} of ${id}: ${difference}`);
  }
}

function itemsDifference(items: Replica['items'], known: ReadonlyMap<string, string>): string | null {
  for (const item of items ?? []) {
    const state = known.get(item.id);
    if (state !== stateOf(item)) return `item ${item.id} is "${stateOf(item)}" and should be "${state ?? 'absent'}"`;
  }
  const missing = [...known.keys()].filter((id) => !items?.some((item) => item.id === id));
  return missing.length > 0 ? `item ${missing[0]} is missing` : null;
}

const BALLOT = /"marks":\{|"veto":"/;

/** What a tab hears is committed, and was committed while its user was a member. */
export function checkHeard(run: Scene, tab: SimulatedTab, text: string): void {
  const { person } = tab.options;
  if (BALLOT.test(text)) run.report(`${tab.name} heard of a ballot: ${text.slice(0, 200)}`);
  if (!text.startsWith('42["folder:changes"') || isAfterRestore(run)) return;
  const [, { folderId, changes }] = JSON.parse(text.slice(2)) as [string, { folderId: string; changes: Change[] }];
  for (const { rev, revId } of changes) {
    const entry = run.model.entry(folderId, rev);
    if (entry?.id !== revId) run.report(`${tab.name} heard rev ${rev} of ${folderId} before it was committed`);
    else if (!run.model.wasMember(folderId, person.id, rev)) {
      run.report(`${tab.name} heard rev ${rev} of ${folderId}, which ${person.name} was not a member for`);
    }
  }
}

/** An answer shows nothing of a folder to a former member, and what it confirms is committed. */
export function checkTab(run: Scene, exchange: Exchange): void {
  const { tab, method, path, sentAt, status, body } = exchange;
  const { person } = tab.options;
  checkRepeated(run, exchange);
  const folderId = /^\/api\/folders\/([0-9a-f]{24})/.exec(path)?.[1];
  if (folderId && path.includes('/items')) checkedOf(tab).aheadUntil.set(folderId, run.model.revOf(folderId));
  if (status >= 300) return;
  const isOwnBallot = /^\/api\/polls\/\w+\/ballot$/.test(path);
  if (!isOwnBallot && BALLOT.test(body)) run.report(`${tab.name} read a ballot at ${path}`);
  if (isAfterRestore(run)) return;
  if (folderId && method === 'GET' && run.model.folders.has(folderId)) {
    if (!run.model.wasMemberSince(folderId, person.id, sentAt))
      run.report(`${tab.name}: ${path} showed the list to ${person.name}, who had lost it`);
  }
}

/** What a node confirms is committed. */
export function checkSent(run: Scene, { method, path, key, status }: SentAnswer): void {
  if (method !== 'POST' || !['/api/watchlist', '/api/folders'].includes(path) || status >= 300 || !key) return;
  if (!run.model.hasKey(key)) run.report(`${path} with the key ${key} was confirmed before it was committed`);
}

/** A write leaves the queue of a device when the server has answered it, and not before those that precede it in its list. */
export function checkTaken(run: Scene, { write, problem }: QueueEntry, earlier: readonly QueueEntry[]): void {
  if (problem) return;
  const { kind, opId } = write;
  const folderOf = (queued: QueueEntry['write']) => ('folderId' in queued ? queued.folderId : null);
  if ((run.answers.get(opId) ?? 500) >= 500) {
    run.report(`the queue of a device lost the write ${kind} with the key ${opId}, which was not answered`);
  } else if (earlier.some((other) => !other.problem && folderOf(other.write) === folderOf(write))) {
    run.report(`the queue of a device sent ${kind} with the key ${opId} before an earlier write of the list`);
  }
}

/** A device does not say of a committed write that it could not be saved. */
export function checkSetAside(run: Scene, { userId, write, problem }: QueueEntry): void {
  if (!run.model.operations.has(`${userId}:${write.opId}`)) return;
  run.report(`a device says that ${write.kind} with the key ${write.opId} was not saved: ${JSON.stringify(problem)}`);
}

/** A write that is sent again is not refused when it is committed. */
function checkRepeated(run: Scene, { tab, method, path, key, sentAt, status, body }: Exchange): void {
  const operation = key && run.model.operations.get(`${tab.options.person.id}:${key}`);
  if (!operation || operation.at >= sentAt || run.world.now - operation.at > DAY_MS / 2) return;
  if (status < 400 || status >= 500 || status === 401 || status === 429) return;
  // A queue adds `sinceRev` to a mark that was sent before, and takes this for the answer that was lost.
  if (path.endsWith('/watched') && body.includes('"conflict"')) return;
  run.report(`${tab.name}: ${method} ${path} was refused with ${status} ${body} when it was repeated (key ${key})`);
}

/** The differences between the tabs and the database, in words. */
export function differencesOf(run: Scene): string[] {
  const found: string[] = [];
  if (!run.database) found.push('the database is down');
  for (const [index, node] of run.nodes.entries()) if (!node) found.push(`node ${index + 1} is down`);
  for (const tab of run.tabs) {
    const { person, name } = tab.options;
    if (!tab.isLive()) {
      found.push(`${name} is not connected`);
      continue;
    }
    const replicas = tab.code.replicasOf(tab.folders);
    const waiting = tab.code.useQueue.getState().entries.filter(({ problem }) => !problem);
    if (waiting.length > 0) found.push(`${name} has ${waiting.length} writes in its queue`);
    const ids = new Set(run.model.foldersOf(person.id));
    for (const { folder, rev, pending, items } of replicas) {
      if (!ids.delete(folder.id)) found.push(`${name} still has ${folder.id}`);
      else if (rev !== run.model.revOf(folder.id)) {
        found.push(`${name} has rev ${rev} of ${folder.id}, and the log ${run.model.revOf(folder.id)}`);
      } else if (pending.length > 0) found.push(`${name} still waits for ${pending[0]?.kind} in ${folder.id}`);
      else if (items) {
        const difference = itemsDifference(items, run.model.entry(folder.id, rev)?.items ?? new Map());
        if (difference) found.push(`${name} in ${folder.id}: ${difference}`);
      }
    }
    for (const id of ids) found.push(`${name} does not have ${id}`);
  }
  return [...found, ...run.model.missingNotices()];
}
