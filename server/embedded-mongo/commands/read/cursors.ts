import { Long } from 'bson';
import { type Document, toNumber, type Value } from '../../bson/document.ts';
import { badValue, MongoError, typeMismatch } from '../../errors.ts';
import { yieldToEventLoop } from '../../search/select.ts';
import type { Cursor } from '../../store/cursors.ts';
import type { Reply } from '../../wire/reply.ts';
import { type Command, type Context, namespaceOf, naturalNumber, optionalDocument } from '../command.ts';
import { checkFields, fieldsOf, requireFields } from '../fields.ts';

const defaultFirstBatch = 101;
const maxBatchBytes = 16_000_000;
/** The limit when the client gives no batch size: a large reply is in memory twice and blocks other requests. */
const defaultBatchBytes = 2_000_000;

interface ResultOptions {
  namespace?: string;
  batchSize?: number | undefined;
  isSingleBatch?: boolean;
}

/** Replies with the first batch, and a cursor when there is more. */
export async function replyWithCursor(
  context: Context,
  results: Iterator<Uint8Array | undefined>,
  options: ResultOptions = {},
): Promise<Reply> {
  const { cursors } = context.engine;
  const { timeLimit } = context;
  const { namespace = namespaceOf(context), batchSize = defaultFirstBatch, isSingleBatch = false } = options;
  const batches = new Batches(results);
  const documents = await batches.take(batchSize);
  const batch = { name: 'firstBatch' as const, id: 0n, namespace, documents };
  if (isSingleBatch || batches.isAtEnd()) return { fields: {}, batch };
  timeLimit.pause();

  const cursor: Cursor = {
    namespace,
    async next(size, maxTime) {
      if (maxTime) throw badValue('cannot set maxTimeMS on getMore command for a non-awaitData cursor');
      timeLimit.resume();
      try {
        const more = await (size ? batches.take(size) : batches.take(Number.POSITIVE_INFINITY, defaultBatchBytes));
        const isDone = batches.isAtEnd();
        if (isDone) cursors.remove(id);
        return { fields: {}, batch: { name: 'nextBatch', id: isDone ? 0n : id, namespace, documents: more } };
      } catch (error) {
        cursors.remove(id); // otherwise the next call would report a complete result
        throw error;
      } finally {
        timeLimit.pause();
      }
    },
    close: () => {},
  };
  const id = cursors.add(cursor);
  return { fields: {}, batch: { ...batch, id } };
}

const cursorFields = fieldsOf({ 'count?': 'batchSize' });

/** The batch size of commands that have it in their field `cursor`. */
export function readBatchSize({ name, body }: Context): number | undefined {
  const cursor = optionalDocument(body.cursor, 'cursor') ?? {};
  checkFields(cursor, cursorFields, `${name}.cursor`);
  return naturalNumber(cursor.batchSize, 'batchSize');
}

/** Cuts a result into batches by count and bytes. Reads one document ahead to know whether there is more. */
class Batches {
  private lookahead: IteratorResult<Uint8Array | undefined> | undefined;

  private readonly results: Iterator<Uint8Array | undefined>;

  constructor(results: Iterator<Uint8Array | undefined>) {
    this.results = results;
  }

  async take(size: number, maxBytes = maxBatchBytes): Promise<Uint8Array[]> {
    const documents: Uint8Array[] = [];
    let bytes = 0;
    while (documents.length < size) {
      const { done, value } = this.peek();
      if (done || (value && documents.length > 0 && bytes + value.length > maxBytes)) break;
      this.lookahead = undefined;
      if (!value) {
        await yieldToEventLoop();
        continue;
      }
      documents.push(value);
      bytes += value.length;
    }
    return documents;
  }

  isAtEnd(): boolean {
    return this.peek().done === true;
  }

  private peek(): IteratorResult<Uint8Array | undefined> {
    this.lookahead ??= this.results.next();
    return this.lookahead;
  }
}

export function cursorIdOf(value: Value | undefined): bigint {
  if (value instanceof Long) return value.toBigInt();
  const id = toNumber(value);
  if (!Number.isInteger(id)) throw typeMismatch('a cursor id must be an integer');
  return BigInt(id);
}

export const getMore: Command = {
  fields: fieldsOf({ string: 'collection', 'count?': 'batchSize' }),
  read({ engine, body, db, timeLimit }: Context) {
    if (!(body.getMore instanceof Long)) throw typeMismatch('a cursor id must be a long');
    requireFields(body, ['collection'], 'getMore');
    const cursor = engine.cursors.find(cursorIdOf(body.getMore));
    if (cursor.namespace !== `${db}.${String(body.collection)}`) {
      throw new MongoError(13, `the cursor belongs to ${cursor.namespace}`);
    }
    return cursor.next(naturalNumber(body.batchSize, 'batchSize'), timeLimit.milliseconds);
  },
};

export const killCursors: Command = {
  fields: fieldsOf({ longs: 'cursors' }),
  read({ engine, body }: Context) {
    if (!Array.isArray(body.cursors)) throw badValue('cursors must be an array');
    const cursorsKilled: Document['x'][] = [];
    const cursorsNotFound: Document['x'][] = [];
    for (const id of body.cursors) (engine.cursors.remove(cursorIdOf(id)) ? cursorsKilled : cursorsNotFound).push(id);
    return { fields: { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] } };
  },
};
