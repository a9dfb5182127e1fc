import { MongoError } from '../errors.ts';
import type { Reply } from '../wire/reply.ts';

const idleLifetime = 10 * 60_000;

/** The rest of a result, which the client can request. */
export interface Cursor {
  readonly namespace: string;
  readonly isChangeStream?: true;
  next(batchSize: number | undefined, maxTime: number | undefined): Promise<Reply> | Reply;
  /** Ends a pending wait for more results. */
  close(): void;
}

/** The session and the transaction that a cursor was opened in. */
export interface CursorOwner {
  session: string | undefined;
  transaction: number | undefined;
}

/** The open cursors of all clients. */
export class Cursors {
  private readonly cursors = new Map<bigint, { cursor: Cursor; owner: CursorOwner; usedAt: number }>();
  private lastId = BigInt(Date.now()) << 16n;

  add(cursor: Cursor, owner: CursorOwner): bigint {
    const id = ++this.lastId;
    this.cursors.set(id, { cursor, owner, usedAt: Date.now() });
    return id;
  }

  find(id: bigint): Cursor {
    const entry = this.require(id);
    entry.usedAt = Date.now();
    return entry.cursor;
  }

  ownerOf(id: bigint): CursorOwner {
    return this.require(id).owner;
  }

  private require(id: bigint) {
    const entry = this.cursors.get(id);
    if (!entry) throw new MongoError(43, `cursor id ${id} not found`);
    return entry;
  }

  isChangeStream(id: bigint): boolean {
    return this.cursors.get(id)?.cursor.isChangeStream ?? false;
  }

  remove(id: bigint): boolean {
    this.cursors.get(id)?.cursor.close();
    return this.cursors.delete(id);
  }

  /** Closes cursors that have not been used for ten minutes. */
  prune(now = Date.now()): void {
    for (const [id, { usedAt }] of this.cursors) if (now - usedAt > idleLifetime) this.remove(id);
  }

  close(): void {
    for (const id of [...this.cursors.keys()]) this.remove(id);
  }
}
