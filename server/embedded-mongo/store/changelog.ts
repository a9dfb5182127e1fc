import { createHash } from 'node:crypto';
import { Binary, Long, Timestamp } from 'bson';
import { decode } from '../bson/codec.ts';
import type { Document, Value } from '../document.ts';
import { changeKey, kinds, metaKey } from '../file/keys.ts';
import { entriesBetween, after as keyAfter, type Store } from './lmdb.ts';

type ChangeType = 'insert' | 'update' | 'replace' | 'delete' | 'drop' | 'dropDatabase';

/** A change of a collection, before it has a position in the log. */
export interface Change {
  type: ChangeType;
  namespace: string;
  /**
   * The content of the event: for inserts the document's own bytes, otherwise documentKey, updateDescription and so on.
   */
  body: Uint8Array;
  /** The multi-document transaction that it belongs to. */
  transaction?: { session: Buffer; number: number };
}

export interface LoggedChange extends Change {
  position: Buffer;
  at: number;
}

const codes: ChangeType[] = ['insert', 'update', 'replace', 'delete', 'drop', 'dropDatabase'];
const positionSize = 12;
const trimSlice = 1000;

/**
 * The log that change streams read. A position consists of the logical time of the commit (seconds, counter) and the
 * number of the change in the commit, so it is both a resume token and an operation time.
 */
export class Changelog {
  private seconds = 0;
  private counter = 0;
  private size = 0;
  private readonly subscribers = new Map<() => void, (namespace: string) => boolean>();
  private changedNamespaces = new Set<string>();
  private readonly store: Store;
  private readonly maxSize: number;

  constructor(store: Store, maxSize = 20_000) {
    this.store = store;
    this.maxSize = maxSize;
    this.load();
  }

  /** The time of the newest commit. */
  now(): Timestamp {
    return new Timestamp({ t: this.seconds, i: this.counter });
  }

  /** The position after all logged changes. */
  end(): Buffer {
    return positionAt(this.seconds, this.counter, 0xffffffff);
  }

  /** Writes the changes of one commit; only inside store.write(). */
  append(changes: Change[]): void {
    this.tick();
    const at = Date.now();
    changes.forEach((change, index) => {
      this.store.put(changeKey(positionAt(this.seconds, this.counter, index)), encodeChange(change, at));
      this.changedNamespaces.add(change.namespace);
    });
    this.size += changes.length;
    if (this.size >= this.maxSize + trimSlice) this.trim();
  }

  /** Wakes the streams that wait for changes of the last commit. */
  notifySubscribers(): void {
    if (this.changedNamespaces.size === 0) return;
    const namespaces = [...this.changedNamespaces];
    this.changedNamespaces = new Set();
    for (const [wake, isWanted] of [...this.subscribers]) {
      if (namespaces.some(isWanted)) wake();
    }
  }

  /** Reads time and size from the store, at the start and after a failed commit. */
  load(): void {
    const { start, end } = kinds.changes;
    const last = this.store.range(start, end, { limit: 1, reverse: true })[0]?.key.subarray(1);
    this.seconds = last?.readUInt32BE(0) ?? Math.floor(Date.now() / 1000);
    this.counter = last?.readUInt32BE(4) ?? 1;
    this.size = this.store.count(start, end);
    this.changedNamespaces = new Set();
  }

  /** Calls `wake` after each commit that changes a wanted namespace, until the returned function is called. */
  subscribe(wake: () => void, isWanted: (namespace: string) => boolean): () => void {
    this.subscribers.set(wake, isWanted);
    return () => this.subscribers.delete(wake);
  }

  /** Changes after the position, oldest first. `next` is where to continue, even when no change was wanted. */
  read(
    after: Buffer,
    isWanted: (namespace: string) => boolean,
    limit: number,
  ): { changes: LoggedChange[]; next: Buffer } {
    const changes: LoggedChange[] = [];
    let next = after;
    for (const { key, value } of entriesBetween(this.store, keyAfter(changeKey(after)), kinds.changes.end)) {
      next = Buffer.from(key.subarray(1));
      const change = decodeChange(next, value);
      if (!isWanted(change.namespace)) continue;
      changes.push(change);
      if (changes.length >= limit) return { changes, next };
    }
    return { changes, next: Buffer.compare(next, this.end()) < 0 ? this.end() : next };
  }

  /** The change at this position, if the log still has it. */
  find(position: Buffer): LoggedChange | undefined {
    const value = this.store.get(changeKey(position));
    return value && decodeChange(position, value);
  }

  /** False when changes after the position may have been trimmed. */
  isAvailable(position: Buffer): boolean {
    const trimmed = this.store.get(metaKey('trimmed'));
    return !trimmed || Buffer.compare(position, trimmed) >= 0;
  }

  private tick(): void {
    const seconds = Math.floor(Date.now() / 1000);
    if (seconds > this.seconds) {
      this.seconds = seconds;
      this.counter = 1;
    } else {
      this.counter++; // also when the system clock was set back
    }
  }

  private trim(): void {
    const oldest = this.store.range(kinds.changes.start, kinds.changes.end, { limit: this.size - this.maxSize });
    for (const { key } of oldest) this.store.remove(Buffer.from(key));
    const last = oldest.at(-1);
    if (last) this.store.put(metaKey('trimmed'), Buffer.from(last.key.subarray(1)));
    this.size -= oldest.length;
  }
}

/** Removes what the log says of documents. The last position stays, so that later changes come after it. */
export function forgetChanges(store: Store): void {
  const { start, end } = kinds.changes;
  const [newest] = store.range(start, end, { limit: 1, reverse: true });
  if (!newest) return;
  const last = Buffer.from(newest.key);
  // In a commit of its own: lmdb 3.5 fails if the first commit after Store.copyTo frees hundreds of pages.
  store.write(() => store.put(metaKey('trimmed'), last.subarray(1)));
  store.write(() => {
    for (const { key } of entriesBetween(store, start, end)) store.remove(Buffer.from(key));
    store.put(last, encodeChange({ type: 'delete', namespace: '', body: new Uint8Array() }, Date.now()));
  });
}

function positionAt(seconds: number, counter: number, index: number): Buffer {
  const position = Buffer.allocUnsafe(positionSize);
  position.writeUInt32BE(seconds, 0);
  position.writeUInt32BE(counter, 4);
  position.writeUInt32BE(index, 8);
  return position;
}

/** The position just before everything committed at or after the time. */
export function positionBefore(time: Timestamp): Buffer {
  return time.low > 0
    ? positionAt(time.high >>> 0, (time.low >>> 0) - 1, 0xffffffff)
    : positionAt(time.high >>> 0, 0, 0);
}

const inTransaction = 0x80;

function encodeChange({ type, namespace, body, transaction }: Change, at: number): Buffer {
  const head = Buffer.alloc(9);
  head[0] = codes.indexOf(type) | (transaction ? inTransaction : 0);
  head.writeDoubleBE(at, 1);
  const number = Buffer.alloc(8);
  number.writeDoubleBE(transaction?.number ?? 0);
  const parts = transaction ? [...withLength(transaction.session), number] : [];
  return Buffer.concat([head, ...withLength(Buffer.from(namespace)), ...parts, body]);
}

const withLength = (bytes: Buffer) => [Buffer.of(bytes.length), bytes];

function decodeChange(position: Buffer, value: Buffer): LoggedChange {
  const code = value[0] as number;
  let end = 9;
  const take = (length: number) => {
    end += length;
    return value.subarray(end - length, end);
  };
  const takeCounted = () => take(take(1)[0] as number);
  const namespace = takeCounted().toString();
  const transaction = code & inTransaction ? { session: takeCounted(), number: take(8).readDoubleBE() } : undefined;
  return {
    type: codes[code & ~inTransaction] as ChangeType,
    at: value.readDoubleBE(1),
    namespace,
    ...(transaction && { transaction }),
    body: value.subarray(end),
    position,
  };
}

export const resumeToken = (position: Buffer): Document => ({ _data: position.toString('hex').toUpperCase() });

/** The event as clients receive it. `lookUp` finds the current document of an update. */
export function toEvent(change: LoggedChange, lookUp?: (documentKey: Value | undefined) => Value): Document {
  const [db = '', ...names] = change.namespace.split('.');
  const body = decode(change.body);
  const { fullDocument, ...rest } =
    change.type === 'insert' ? { fullDocument: body, documentKey: { _id: body._id ?? null } } : body;
  const shown = change.type === 'update' ? lookUp?.(rest.documentKey) : fullDocument;
  return {
    ...(change.transaction && describeTransaction(change.transaction)),
    _id: resumeToken(change.position),
    operationType: change.type,
    clusterTime: new Timestamp({ t: change.position.readUInt32BE(0), i: change.position.readUInt32BE(4) }),
    wallTime: new Date(change.at),
    ...(shown !== undefined && { fullDocument: shown }),
    ns: change.type === 'dropDatabase' ? { db } : { db, coll: names.join('.') },
    ...rest,
  };
}

/** MongoDB adds a hash of the user's name to the session; here are no users. */
const userId = new Binary(createHash('sha256').digest());

function describeTransaction({ session, number }: { session: Buffer; number: number }): Document {
  const id = new Binary(Buffer.from(session), Binary.SUBTYPE_UUID);
  return { txnNumber: Long.fromNumber(number), lsid: { id, uid: userId } };
}
