import type { SimulatedDatabase } from './machines.ts';

/** What members decide about an item, as one text. */
type ItemState = string;

interface Entry {
  id: string;
  rev: number;
  type: string;
  opId: string | undefined;
  /** The commit that wrote it. */
  commit: string;
  at: number;
  items: ReadonlyMap<string, ItemState>;
  name: string;
  by: string;
  /** Who must get a notice of it: these users, or all members. */
  noticeTo: readonly string[] | 'members';
}

/** From which rev on, and before which rev, a user is a member. */
interface Stay {
  userId: string;
  from: number;
  until: number;
  endedAt: number;
}

interface FolderLog {
  entries: Entry[];
  ownerId: string;
  stays: Stay[];
  isDeleted: boolean;
}

type Stored = Record<string, unknown>;

const DAY_MS = 24 * 60 * 60 * 1000;
/** A write that a device keeps in its queue counts once in this time, and any other within a day. */
const QUEUED_MS = 35 * DAY_MS;
/** What such writes change. Removing several titles at once does not wait in a queue. */
const QUEUED = ['item:added', 'item:removed', 'item:updated'];
const LOG = 'marquee.changes';
const NOTICES = 'marquee.notices';

/** What the database has committed, read from its own log, in the order of the commits. The rules are checked against it. */
export class Model {
  readonly folders = new Map<string, FolderLog>();
  /** The folder, commit and time of each operation. */
  readonly operations = new Map<string, { commit: string; at: number; user: string; keptMs: number }>();
  readonly #keys = new Set<string>();
  /** The folder, rev and user of each notice of a change. */
  readonly #notices = new Set<string>();
  /** Called after the next change. */
  readonly #waiting: (() => void)[] = [];
  #position: Buffer | undefined;
  readonly #report: (problem: string) => void;

  constructor(report: (problem: string) => void) {
    this.#report = report;
  }

  copy(report: (problem: string) => void): Model {
    const copy = new Model(report);
    for (const [id, log] of this.folders) {
      copy.folders.set(id, { ...log, entries: [...log.entries], stays: log.stays.map((stay) => ({ ...stay })) });
    }
    for (const [id, operation] of this.operations) copy.operations.set(id, operation);
    for (const key of this.#keys) copy.#keys.add(key);
    for (const notice of this.#notices) copy.#notices.add(notice);
    copy.#position = this.#position;
    return copy;
  }

  /** Reads each commit of this database as soon as it is done. */
  follow({ engine, code }: SimulatedDatabase, now: () => number): void {
    const end = engine.changelog.end();
    if (this.#position && Buffer.compare(this.#position, end) > 0) {
      this.#report('the database has lost a commit that its clients could read');
    }
    this.#position ??= end;
    const read = () => {
      const { changes, next } = engine.changelog.read(this.#position as Buffer, () => true, Number.POSITIVE_INFINITY);
      this.#position = next;
      for (const change of changes) {
        if (change.type !== 'insert') continue;
        const stored = () => code.decode(change.body) as Stored;
        const commit = change.position.subarray(0, 8).toString('hex');
        if (change.namespace === LOG) this.#add(stored(), commit, now());
        else if (change.namespace === NOTICES) this.#addNotice(stored());
      }
    };
    engine.changelog.subscribe(read, () => true);
  }

  #add(entry: Stored, commit: string, now: number): void {
    if (entry.rev === undefined) return;
    const folderId = String(entry.folderId);
    const rev = Number(entry.rev);
    const { type, by } = { type: String(entry.type), by: String(entry.byUserId) };
    const opId = entry.opId === undefined ? undefined : String(entry.opId);
    let log = this.folders.get(folderId);
    if (!log) {
      const owner = String((entry.folder as Stored | undefined)?.userId ?? by);
      log = { entries: [], ownerId: owner, stays: [], isDeleted: false };
      this.folders.set(folderId, log);
    }
    const before = log.entries.at(-1);
    if (rev !== (before?.rev ?? 0) + 1) this.#report(`the log of ${folderId} has rev ${rev} after ${before?.rev ?? 0}`);
    const previous = entry.previousRevId === undefined ? undefined : String(entry.previousRevId);
    if (before && previous !== before.id) this.#report(`rev ${rev} of ${folderId} does not name the change before it`);
    if (opId) this.#keys.add(opId);
    if (opId) this.#checkOperation(`${by}:${opId}`, { commit, now, type, where: `rev ${rev} of ${folderId}` });
    const after = entry.after as Stored | undefined;
    log.entries.push({
      ...{ id: String(entry._id), rev, type, opId, commit, at: now, by, noticeTo: noticeReceivers(type, by, entry) },
      items: itemsAfter(before?.items ?? new Map(), type, entry),
      name: entry.folder ? String((entry.folder as Stored).name) : (before?.name ?? ''),
    });
    for (const act of this.#waiting.splice(0)) act();
    const open = (userId: string) => log.stays.push({ userId, from: rev, until: Number.POSITIVE_INFINITY, endedAt: 0 });
    const end = (isMeant: (stay: Stay) => boolean) => {
      for (const stay of log.stays) {
        if (stay.until === Number.POSITIVE_INFINITY && isMeant(stay)) Object.assign(stay, { until: rev, endedAt: now });
      }
    };
    switch (type) {
      case 'folder:created':
        open(log.ownerId);
        break;
      case 'share:granted':
        open(String(after?.userId));
        break;
      case 'share:revoked':
        end(({ userId }) => userId === String(after?.userId));
        break;
      case 'folder:handed-over':
        end(({ userId }) => userId === log.ownerId);
        log.ownerId = String(after?.userId);
        break;
      case 'folder:deleted':
        log.isDeleted = true;
        end(() => true);
        break;
      case 'folder:restored':
        log.isDeleted = false;
        for (const userId of entry.to as unknown[]) open(String(userId));
        break;
    }
  }

  #addNotice({ folderId, rev, userId }: Stored): void {
    // Those without a rev are stored with what they are about.
    if (rev === null) return;
    const notice = `${folderId} ${rev} ${userId}`;
    if (this.#notices.has(notice)) this.#report(`there is a second notice of rev ${rev} of ${folderId} for ${userId}`);
    this.#notices.add(notice);
    const { noticeTo } = this.entry(String(folderId), Number(rev)) ?? {};
    const isMeant =
      noticeTo === 'members'
        ? this.wasMember(String(folderId), String(userId), Number(rev))
        : noticeTo?.includes(String(userId));
    if (!isMeant) this.#report(`${userId} got a notice of rev ${rev} of ${folderId}, which is for others`);
  }

  /** The notices that are not there yet. Who has left since may have none. */
  missingNotices(): string[] {
    return [...this.folders].flatMap(([folderId, { entries, stays }]) =>
      entries.flatMap(({ rev, by, noticeTo }) => {
        const stayed = stays.filter(({ from, until }) => from <= rev && until === Number.POSITIVE_INFINITY);
        const receivers = noticeTo === 'members' ? stayed.map(({ userId }) => userId) : noticeTo;
        return receivers
          .filter((userId) => userId !== by && !this.#notices.has(`${folderId} ${rev} ${userId}`))
          .map((userId) => `${userId} has no notice of rev ${rev} of ${folderId}`);
      }),
    );
  }

  #checkOperation(
    operation: string,
    { commit, now, type, where }: { commit: string; now: number; type: string; where: string },
  ): void {
    const known = this.operations.get(operation);
    if (known && known.commit !== commit && now - known.at < known.keptMs) {
      this.#report(`the operation ${operation} has a second effect, ${where}`);
    }
    const isQueued = QUEUED.includes(type) && known?.commit !== commit;
    this.operations.set(operation, { commit, at: now, user: operation, keptMs: isQueued ? QUEUED_MS : DAY_MS });
  }

  /** Calls it when the next change of a list is committed. */
  afterNextChange(act: () => void): void {
    this.#waiting.push(act);
  }

  /** Whether an operation with this key is committed. */
  hasKey(key: string): boolean {
    return this.#keys.has(key);
  }

  revOf(folderId: string): number {
    return this.folders.get(folderId)?.entries.length ?? 0;
  }

  entry(folderId: string, rev: number): Entry | undefined {
    return this.folders.get(folderId)?.entries[rev - 1];
  }

  isMember(folderId: string, userId: string): boolean {
    const log = this.folders.get(folderId);
    return !!log?.stays.some((stay) => stay.userId === userId && stay.until === Number.POSITIVE_INFINITY);
  }

  /** Whether the user was a member when the folder had this rev. */
  wasMember(folderId: string, userId: string, rev: number): boolean {
    const log = this.folders.get(folderId);
    return !!log?.stays.some((stay) => stay.userId === userId && stay.from <= rev && rev < stay.until);
  }

  /** Whether the user was a member at this time or later. */
  wasMemberSince(folderId: string, userId: string, since: number): boolean {
    const log = this.folders.get(folderId);
    return !!log?.stays.some((stay) => stay.userId === userId && (stay.endedAt === 0 || stay.endedAt >= since));
  }

  foldersOf(userId: string): string[] {
    return [...this.folders.keys()].filter((id) => this.isMember(id, userId));
  }
}

/** Who gets a notice of a change, as docs/notifications.md has it. The one who made it gets none. */
function noticeReceivers(type: string, by: string, entry: Stored): Entry['noticeTo'] {
  const share = (entry.after ?? {}) as Stored;
  switch (type) {
    case 'item:added':
    case 'items:added':
    case 'poll:opened':
      return 'members';
    case 'share:granted':
      return [String(share.userId) === by ? String(share.sharedByUserId) : String(share.userId)];
    case 'share:permissions-changed':
    case 'share:revoked':
    case 'folder:handed-over':
      return [String(share.userId)];
    case 'folder:deleted':
      return (entry.to as unknown[]).map(String);
    default:
      return [];
  }
}

/** The items of a folder after an entry of its log. */
function itemsAfter(
  items: ReadonlyMap<string, ItemState>,
  type: string,
  entry: Stored,
): ReadonlyMap<string, ItemState> {
  if (type === 'items:added') {
    const added = (entry.items as Stored[]).map((item) => [String(item._id), stateOf(item)] as const);
    return new Map([...items, ...added]);
  }
  if (!type.startsWith('item:')) return items;
  const item = entry.after as Stored;
  const next = new Map(items);
  if (type === 'item:removed') next.delete(String(item._id));
  else next.set(String(item._id), stateOf(item));
  return next;
}

/** The state of a stored item or of one in a tab. */
export function stateOf(item: object): ItemState {
  const { tmdbId, watched, note, rank } = item as Stored;
  return `${tmdbId} ${watched === true} ${note ?? ''} ${rank ?? ''}`;
}
