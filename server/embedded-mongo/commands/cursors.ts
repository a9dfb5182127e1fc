import { Long } from 'bson';
import { type Document, toNumber } from '../bson/document.ts';
import { badValue, MongoError } from '../errors.ts';
import type { Cursor, Cursors } from '../store/cursors.ts';
import type { Reply } from '../wire/reply.ts';
import type { Command, Context } from './command.ts';

const defaultFirstBatch = 101;
const maxBatchBytes = 16_000_000;

interface ResultOptions {
  namespace: string;
  batchSize?: number;
  isSingleBatch?: boolean;
}

/** The first batch of a result, and a cursor for the rest where there is one. */
export function replyWithCursor(cursors: Cursors, results: Iterator<Uint8Array>, options: ResultOptions): Reply {
  const { namespace, batchSize = defaultFirstBatch, isSingleBatch = false } = options;
  const batches = new Batches(results);
  const documents = batches.take(batchSize);
  if (isSingleBatch || batches.isAtEnd()) {
    return { fields: {}, batch: { name: 'firstBatch', id: 0n, namespace, documents } };
  }

  const cursor: Cursor & { id: bigint } = {
    id: 0n,
    namespace,
    next(size) {
      const more = batches.take(size || Number.MAX_SAFE_INTEGER);
      const isDone = batches.isAtEnd();
      if (isDone) cursors.remove(this.id);
      return { fields: {}, batch: { name: 'nextBatch', id: isDone ? 0n : this.id, namespace, documents: more } };
    },
    close: () => {},
  };
  cursor.id = cursors.add(cursor);
  return { fields: {}, batch: { name: 'firstBatch', id: cursor.id, namespace, documents } };
}

/** Cuts a result into batches by number and bytes; looks one document ahead, to know whether there is more. */
class Batches {
  private ahead: IteratorResult<Uint8Array> | undefined;

  private readonly results: Iterator<Uint8Array>;

  constructor(results: Iterator<Uint8Array>) {
    this.results = results;
  }

  take(size: number): Uint8Array[] {
    const documents: Uint8Array[] = [];
    let bytes = 0;
    while (documents.length < size) {
      const { done, value } = this.peek();
      if (done || (documents.length > 0 && bytes + value.length > maxBatchBytes)) break;
      documents.push(value);
      bytes += value.length;
      this.ahead = undefined;
    }
    return documents;
  }

  isAtEnd(): boolean {
    return this.peek().done === true;
  }

  private peek(): IteratorResult<Uint8Array> {
    this.ahead ??= this.results.next();
    return this.ahead;
  }
}

const toId = (value: unknown) => (value instanceof Long ? value.toBigInt() : BigInt(toNumber(value as never)));

export const getMore: Command = {
  fields: ['collection', 'batchSize'],
  read({ engine, body, db }: Context) {
    const cursor = engine.cursors.find(toId(body.getMore));
    if (cursor.namespace !== `${db}.${String(body.collection)}`) {
      throw new MongoError(13, 'Unauthorized', `the cursor belongs to ${cursor.namespace}`);
    }
    const number = (value: unknown) => (value === undefined ? undefined : toNumber(value as never));
    return cursor.next(number(body.batchSize), number(body.maxTimeMS));
  },
};

export const killCursors: Command = {
  fields: ['cursors'],
  read({ engine, body }: Context) {
    if (!Array.isArray(body.cursors)) throw badValue('cursors must be an array');
    const cursorsKilled: Document['x'][] = [];
    const cursorsNotFound: Document['x'][] = [];
    for (const id of body.cursors) (engine.cursors.remove(toId(id)) ? cursorsKilled : cursorsNotFound).push(id);
    return { fields: { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] } };
  },
};
