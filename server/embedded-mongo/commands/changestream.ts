import { Timestamp } from 'bson';
import { compilePipeline, isStage } from '../aggregate/pipeline.ts';
import type { Stage } from '../aggregate/stage.ts';
import { encode } from '../bson/codec.ts';
import { valuesEqual } from '../bson/compare.ts';
import { type Document, isDocument, type Value } from '../bson/document.ts';
import type { Engine } from '../engine.ts';
import { badValue, MongoError, refuse, unknownStage } from '../errors.ts';
import { type LoggedChange, positionBefore, resumeToken, toEvent } from '../store/changelog.ts';
import type { Cursor } from '../store/cursors.ts';
import { selectAtOnce } from '../store/select.ts';
import type { RawBatch, Reply } from '../wire/reply.ts';
import { type Context, naturalNumber, optionalDocument } from './command.ts';

const known =
  'fullDocument resumeAfter startAfter startAtOperationTime fullDocumentBeforeChange allChangesForCluster'.split(' ');
const allowedStages = ['$match', '$project', '$addFields', '$set', '$unset', '$replaceRoot', '$replaceWith'];
/** The token of an invalidate event is that of what ended the stream and one byte more. */
const tokenSize = 12;
const defaultWait = 1000;
const defaultBatch = 101;

export function openChangeStream(context: Context, [first, ...stages]: Document[]): Reply {
  const { engine, db, body, transaction } = context;
  if (transaction) throw new MongoError(263, '$changeStream in a transaction');
  const level = optionalDocument(body.readConcern, 'readConcern')?.level ?? 'majority';
  if (level !== 'majority')
    throw new MongoError(72, `$changeStream cannot run with a readConcern other than 'majority'`);
  const options = optionalDocument(first?.$changeStream, '$changeStream') ?? {};
  for (const name of Object.keys(options)) if (!known.includes(name)) throw refuse(`$changeStream with ${name}`);
  const { fullDocument = 'default', fullDocumentBeforeChange = 'off' } = options;
  if (fullDocumentBeforeChange !== 'off') throw refuse('fullDocumentBeforeChange');
  if (fullDocument !== 'default' && fullDocument !== 'updateLookup')
    throw refuse(`fullDocument: ${String(fullDocument)}`);
  for (const stage of stages) {
    const name = Object.keys(stage)[0] ?? '';
    if (!isStage(name)) throw unknownStage(name);
    if (!allowedStages.includes(name)) {
      throw new MongoError(20, `${name} is not permitted in a $changeStream pipeline`);
    }
  }

  const collection = typeof body.aggregate === 'string' ? body.aggregate : undefined;
  const batchSize = naturalNumber(optionalDocument(body.cursor, 'cursor')?.batchSize, 'batchSize');
  const stream = new ChangeStream(engine, {
    namespace: `${db}.${collection ?? '$cmd.aggregate'}`,
    ...scopeOf(db, collection, options.allChangesForCluster === true),
    looksUp: fullDocument === 'updateLookup',
    process: stages.length > 0 ? compilePipeline(stages) : undefined,
    position: startOf(engine, options),
  });
  stream.id = engine.cursors.add(stream);
  return stream.open(batchSize ?? defaultBatch);
}

/** What a stream hears: one collection, a database, or everything; and what ends it. */
function scopeOf(
  db: string,
  collection: string | undefined,
  isAll: boolean,
): Pick<StreamOptions, 'isWanted' | 'closesOn'> {
  if (isAll) return { isWanted: () => true, closesOn: undefined };
  if (collection) return { isWanted: (name) => name === `${db}.${collection}`, closesOn: 'drop' };
  return { isWanted: (name) => name === db || name.startsWith(`${db}.`), closesOn: 'dropDatabase' };
}

function startOf(engine: Engine, { resumeAfter, startAfter, startAtOperationTime }: Document): Buffer {
  if (startAfter !== undefined) return readToken(startAfter);
  if (resumeAfter !== undefined) {
    const position = readToken(resumeAfter);
    if (position.length === tokenSize) return position;
    throw new MongoError(260, 'after an invalidate event only startAfter goes on');
  }
  if (startAtOperationTime === undefined) return engine.changelog.end();
  if (!(startAtOperationTime instanceof Timestamp)) throw badValue('startAtOperationTime must be a timestamp');
  return positionBefore(startAtOperationTime);
}

function readToken(token: Value): Buffer {
  const data = isDocument(token) && typeof token._data === 'string' ? token._data : '';
  const position = Buffer.from(data, 'hex');
  if (position.length !== tokenSize && position.length !== tokenSize + 1) {
    throw new MongoError(260, 'the resume token is not one of this database');
  }
  return position;
}

interface StreamOptions {
  namespace: string;
  isWanted: (namespace: string) => boolean;
  closesOn: 'drop' | 'dropDatabase' | undefined;
  looksUp: boolean;
  process: Stage | undefined;
  position: Buffer;
}

/** A cursor over the change log that waits for more at its end. */
class ChangeStream implements Cursor {
  id = 0n;
  readonly isChangeStream = true;
  readonly namespace: string;
  private position: Buffer;
  private isOver = false;
  private stopWaiting: (() => void) | undefined;

  private readonly engine: Engine;
  private readonly options: StreamOptions;

  constructor(engine: Engine, options: StreamOptions) {
    this.engine = engine;
    this.options = options;
    this.namespace = options.namespace;
    this.position = options.position;
  }

  open(batchSize: number): Reply {
    return this.reply('firstBatch', batchSize > 0 ? this.collect(batchSize) : []);
  }

  next(batchSize = defaultBatch, maxTime = defaultWait): Promise<Reply> | Reply {
    const ready = this.collect(batchSize);
    if (ready.length > 0 || this.isOver) return this.reply('nextBatch', ready);
    return this.wait(batchSize, maxTime);
  }

  close(): void {
    this.isOver = true;
    this.stopWaiting?.();
  }

  private wait(batchSize: number, maxTime: number): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        unsubscribe();
        this.stopWaiting = undefined;
        settle();
      };
      const look = (isLast: boolean) => {
        try {
          const events = this.collect(batchSize);
          if (events.length > 0 || isLast || this.isOver) finish(() => resolve(this.reply('nextBatch', events)));
        } catch (error) {
          finish(() => reject(error));
        }
      };
      const timer = setTimeout(() => look(true), maxTime);
      const unsubscribe = this.engine.changelog.subscribe(() => look(false), this.options.isWanted);
      this.stopWaiting = () => finish(() => reject(new MongoError(237, 'the cursor was killed while it waited')));
    });
  }

  private collect(limit: number): Uint8Array[] {
    const { changelog } = this.engine;
    if (!changelog.reaches(this.position)) {
      throw fatal(286, 'Resume of change stream was not possible, as the resume point may no longer be in the log.');
    }
    const events: Uint8Array[] = [];
    while (events.length < limit && !this.isOver) {
      const { changes, next } = changelog.read(this.position, this.options.isWanted, limit - events.length);
      for (const change of changes) events.push(...this.present(change));
      if (!this.isOver) this.position = next;
      if (changes.length === 0) break;
    }
    return events;
  }

  /** The event, through the client's pipeline; a dropped collection also ends the stream. */
  private present(change: LoggedChange): Uint8Array[] {
    const event = toEvent(change);
    if (change.type === 'update' && this.options.looksUp) event.fullDocument = this.lookup(change, event);
    const shown = this.pass(event);
    if (change.type !== this.options.closesOn) return shown;

    this.isOver = true;
    this.position = Buffer.concat([change.position, Buffer.of(1)]);
    const { clusterTime = null, wallTime = null } = event;
    const last = { _id: resumeToken(this.position), operationType: 'invalidate', clusterTime, wallTime };
    return [...shown, ...this.pass(last)];
  }

  private pass(event: Document): Uint8Array[] {
    const { process } = this.options;
    if (!process) return [encode(event)];
    return [...process([event])]
      .filter((shown) => shown !== undefined)
      .map((shown) => {
        if (!valuesEqual(shown._id, event._id)) {
          throw fatal(280, 'the pipeline must keep the _id of each event: it is the resume token');
        }
        return encode(shown);
      });
  }

  private lookup(change: LoggedChange, event: Document): Value {
    const collection = this.engine.catalog.find(change.namespace);
    if (!collection || !isDocument(event.documentKey)) return null;
    const { value } = selectAtOnce(this.engine.store, collection, {
      filter: { _id: { $eq: event.documentKey._id ?? null } },
    }).next();
    return value?.document ?? null;
  }

  private reply(name: RawBatch['name'], documents: Uint8Array[]): Reply {
    const id = this.isOver ? 0n : this.id;
    if (this.isOver) this.engine.cursors.remove(this.id);
    return {
      fields: {},
      batch: { name, id, namespace: this.namespace, documents, resumeToken: resumeToken(this.position) },
    };
  }
}

function fatal(code: number, message: string): MongoError {
  const error = new MongoError(code, message);
  error.errorLabels = ['NonResumableChangeStreamError'];
  return error;
}
