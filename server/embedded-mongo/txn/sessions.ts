import { Binary } from 'bson';
import { type Document, isDocument } from '../document.ts';
import { failedToParse, MongoError } from '../errors.ts';
import type { Collection } from '../store/catalog.ts';
import type { Reply } from '../wire/reply.ts';
import { noSuchTransaction, type Transaction } from './transaction.ts';

export const sessionLifetime = 30 * 60_000;

export interface Session {
  id: Buffer;
  usedAt: number;
  transaction?: Transaction;
  /** The current write, which the client may send again. */
  pending?: { txnNumber: number; reply: Promise<Reply> };
}

interface Options {
  /** How long a transaction may stay open, in milliseconds: its snapshot keeps freed pages from being reused. */
  transactionLifetime: number;
  /** How long a transaction stays open after its connection has closed, in milliseconds. */
  reconnectTime: number;
  begin: (session: Buffer, number: number) => Transaction;
}

export const transactionTooOld = (number: number) =>
  new MongoError(225, `Transaction number ${number} is older than the session's newest.`);

/** The sessions of all clients, and their open transactions. */
export class Sessions {
  private readonly sessions = new Map<string, Session>();
  private readonly open = new Set<Transaction>();

  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  /** The session with this id, created on first use. */
  find(lsid: unknown): Session {
    const id = isDocument(lsid as Document) ? (lsid as Document).id : undefined;
    if (!(id instanceof Binary)) throw failedToParse('lsid.id must be a UUID');
    const bytes = Buffer.from(id.buffer.subarray(0, id.position));
    const name = bytes.toString('latin1');
    let session = this.sessions.get(name);
    if (!session) {
      session = { id: bytes, usedAt: 0 };
      this.sessions.set(name, session);
    }
    session.usedAt = Date.now();
    return session;
  }

  /** Starts a transaction and aborts one that the session left open. */
  start(session: Session, number: number): Transaction {
    const current = session.transaction;
    if (current && current.number > number) throw transactionTooOld(number);
    if (current && current.number === number) {
      throw new MongoError(117, `Transaction ${number} has already been started.`);
    }
    if (current) this.abort(current);

    const transaction = this.options.begin(session.id, number);
    session.transaction = transaction;
    this.open.add(transaction);
    const timer = setTimeout(() => this.abort(transaction), this.options.transactionLifetime);
    timer.unref();
    return transaction;
  }

  /** The open transaction that a statement belongs to. */
  current(session: Session, number: number): Transaction {
    const transaction = session.transaction;
    if (transaction && transaction.number > number) throw transactionTooOld(number);
    if (!transaction || transaction.number !== number || transaction.state === 'aborted')
      throw noSuchTransaction(number);
    if (transaction.state !== 'open') {
      throw new MongoError(256, `Transaction ${number} has been committed.`);
    }
    return transaction;
  }

  abort(transaction: Transaction): void {
    if (transaction.state === 'open') this.end(transaction, 'aborted');
  }

  end(transaction: Transaction, state: 'committed' | 'aborted'): void {
    transaction.end(state);
    this.open.delete(transaction);
  }

  /** Throws WriteConflict while an open transaction has written to the collection. */
  requireIdle(collection: Collection): void {
    for (const transaction of this.open) transaction.requireIdle(collection);
  }

  /** Ends the session at the client's request. */
  endSession(lsid: unknown): void {
    const session = this.find(lsid);
    if (session.transaction) this.abort(session.transaction);
    this.sessions.delete(session.id.toString('latin1'));
  }

  /** Removes sessions that have not been used for half an hour. */
  prune(now = Date.now()): void {
    for (const [name, session] of this.sessions) {
      if (now - session.usedAt < sessionLifetime) continue;
      if (session.transaction) this.abort(session.transaction);
      this.sessions.delete(name);
    }
  }

  abortAll(): void {
    for (const transaction of [...this.open]) this.abort(transaction);
  }

  /**
   * A client that is gone never ends its transactions, and others wait for its locks. After a broken connection the
   * client may continue on another one, for instance by retrying the commit.
   */
  connectionClosed(connection: object): void {
    for (const transaction of this.open) {
      if (transaction.connection !== connection) continue;
      setTimeout(() => {
        if (transaction.connection === connection) this.abort(transaction);
      }, this.options.reconnectTime).unref();
    }
  }
}
