import { Binary } from 'bson';
import { type Document, isDocument } from '../bson/document.ts';
import { failedToParse, MongoError } from '../errors.ts';
import type { Collection } from '../store/catalog.ts';
import type { Reply } from '../wire/reply.ts';
import { noSuchTransaction, type Transaction } from './transaction.ts';

export const sessionLifetime = 30 * 60_000;

export interface Session {
  id: Buffer;
  usedAt: number;
  transaction?: Transaction;
  /** The write under way that its client may send again meanwhile. */
  pending?: { txnNumber: number; reply: Promise<Reply> };
}

interface Options {
  /** How long a transaction may stay open: its snapshot keeps the file from using freed pages again. */
  transactionLifetime: number;
  /** How long one stays open whose connection has closed, in milliseconds. */
  reconnectTime: number;
  begin: (number: number) => Transaction;
}

export const transactionTooOld = (number: number) =>
  new MongoError(225, `Transaction number ${number} is older than the session's newest.`);

/** The sessions of all clients and the transactions they have open. */
export class Sessions {
  private readonly sessions = new Map<string, Session>();
  private readonly open = new Set<Transaction>();

  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  /** The session that a command names, made on first sight. */
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

  /** Starts the transaction; one that the session left open is given up. */
  start(session: Session, number: number): Transaction {
    const current = session.transaction;
    if (current && current.number > number) throw transactionTooOld(number);
    if (current && current.number === number) {
      throw new MongoError(117, `Transaction ${number} has already been started.`);
    }
    if (current) this.abort(current);

    const transaction = this.options.begin(number);
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

  /** Throws a conflict while an open transaction has written to the collection. */
  requireIdle(collection: Collection): void {
    for (const transaction of this.open) transaction.requireIdle(collection);
  }

  /** Ends a session that its client has given back. */
  forget(lsid: unknown): void {
    const session = this.find(lsid);
    if (session.transaction) this.abort(session.transaction);
    this.sessions.delete(session.id.toString('latin1'));
  }

  /** Drops sessions that nobody has used for half an hour. */
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
   * A client that is gone will not end its transactions, and others wait for what they hold. One whose connection only broke
   * goes on over another, for instance asks for its commit again.
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
