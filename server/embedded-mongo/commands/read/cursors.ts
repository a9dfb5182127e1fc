import { Long } from 'bson';
import { type Document, toNumber, type Value } from '../../document.ts';
import { badValue, MongoError, typeMismatch } from '../../errors.ts';
import { collectionDropped, yieldToEventLoop } from '../../search/select.ts';
import type { Collection } from '../../store/catalog.ts';
import type { Cursor, CursorOwner } from '../../store/cursors.ts';
import type { Reply } from '../../wire/reply.ts';
import {
  type Command,
  type Context,
  checkFields,
  fieldsOf,
  namespaceOf,
  naturalNumber,
  optionalDocument,
  requireFields,
} from '../command.ts';

const defaultFirstBatch = 101;
const maxBatchBytes = 16_000_000;
/** The limit when the client gives no batch size: a large reply is in memory twice and blocks other requests. */
const defaultBatchBytes = 2_000_000;

interface ResultOptions {
  /** The collection that the results come from. */
  collection?: Collection | undefined;
  limit?: number | undefined;
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
  const {
    namespace = namespaceOf(context),
    batchSize = defaultFirstBatch,
    isSingleBatch = false,
    collection,
  } = options;
  const batches = new Batches(results, options.limit);
  const documents = await batches.take(batchSize);
  const batch = { name: 'firstBatch' as const, id: 0n, namespace, documents };
  if (isSingleBatch || batches.isAtEnd) return { fields: {}, batch };
  timeLimit.pause();

  const cursor: Cursor = {
    namespace,
    async next(size, maxTime) {
      if (maxTime) throw badValue('cannot set maxTimeMS on getMore command for a non-awaitData cursor');
      timeLimit.resume();
      try {
        if (collection?.isDropped) throw collectionDropped(collection);
        const more = await (size ? batches.take(size) : batches.take(Number.POSITIVE_INFINITY, defaultBatchBytes));
        const isDone = batches.isAtEnd;
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
  const id = cursors.add(cursor, ownerOf(context));
  return { fields: {}, batch: { ...batch, id } };
}

/** Who has opened a cursor, and may read on. */
export const ownerOf = ({ session, transaction }: Context): CursorOwner => ({
  session: session?.id.toString('hex'),
  transaction: transaction?.number,
});

const cursorFields = fieldsOf({ 'count?': 'batchSize' });

/** The batch size of commands that have it in their field `cursor`. */
export function readBatchSize({ name, body }: Context): number | undefined {
  const cursor = optionalDocument(body.cursor, 'cursor') ?? {};
  checkFields(cursor, cursorFields, `${name}.cursor`);
  return naturalNumber(cursor.batchSize, 'batchSize');
}

/** Cuts a result into batches by count and bytes. Like MongoDB, it does not look beyond a batch that is full. */
class Batches {
  isAtEnd = false;
  private excess: Uint8Array | undefined;
  private left: number;

  private readonly results: Iterator<Uint8Array | undefined>;

  constructor(results: Iterator<Uint8Array | undefined>, limit = 0) {
    this.results = results;
    this.left = limit || Number.POSITIVE_INFINITY;
  }

  async take(size: number, maxBytes = maxBatchBytes): Promise<Uint8Array[]> {
    const documents: Uint8Array[] = [];
    let bytes = 0;
    while (documents.length < size && !this.isAtEnd) {
      const document = await this.next();
      if (!document) break;
      bytes += document.length;
      if (documents.length > 0 && bytes > maxBytes) {
        this.excess = document;
        break;
      }
      documents.push(document);
      if (--this.left === 0) this.isAtEnd = true;
    }
    return documents;
  }

  private async next(): Promise<Uint8Array | undefined> {
    const { excess } = this;
    this.excess = undefined;
    if (excess) return excess;
    for (;;) {
      const { done, value } = this.results.next();
      if (done) this.isAtEnd = true;
      if (done || value) return value;
      await yieldToEventLoop();
    }
  }
}

export function cursorIdOf(value: Value | undefined): bigint {
  if (value instanceof Long) return value.toBigInt();
  const id = toNumber(value);
  if (!Number.isInteger(id)) throw typeMismatch('a cursor id must be an integer');
  return BigInt(id);
}

/** A cursor belongs to the session and the transaction that opened it. */
function requireOwner(context: Context, { session, transaction }: CursorOwner): void {
  const own = ownerOf(context);
  const refused = (what: string, [opened, used, other]: [number, number, number], owner: unknown, user: unknown) => {
    if (owner === user) return;
    const code = owner === undefined ? opened : user === undefined ? used : other;
    throw new MongoError(code, `Cannot run getMore on a cursor of another ${what}`);
  };
  refused('session', [50736, 50737, 50738], session, own.session);
  refused('transaction', [50739, 50740, 50741], transaction, own.transaction);
}

export const getMore: Command = {
  fields: fieldsOf({ string: 'collection', 'count?': 'batchSize' }),
  check({ body }) {
    if (!(body.getMore instanceof Long)) throw typeMismatch('a cursor id must be a long');
    requireFields(body, ['collection'], 'getMore');
  },
  read(context) {
    const { engine, body, db, timeLimit } = context;
    const id = cursorIdOf(body.getMore);
    const cursor = engine.cursors.find(id);
    requireOwner(context, engine.cursors.ownerOf(id));
    if (cursor.namespace !== `${db}.${String(body.collection)}`) {
      throw new MongoError(13, `the cursor belongs to ${cursor.namespace}`);
    }
    return cursor.next(naturalNumber(body.batchSize, 'batchSize'), timeLimit.milliseconds);
  },
};

export const killCursors: Command = {
  fields: fieldsOf({ longs: 'cursors' }),
  check: ({ body }) => requireFields(body, ['cursors'], 'killCursors'),
  read({ engine, body }: Context) {
    const cursorsKilled: Document['x'][] = [];
    const cursorsNotFound: Document['x'][] = [];
    for (const id of body.cursors as Long[])
      (engine.cursors.remove(cursorIdOf(id)) ? cursorsKilled : cursorsNotFound).push(id);
    return { fields: { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] } };
  },
};
