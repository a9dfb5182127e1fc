import { Timestamp } from 'bson';
import { compilePipeline, isStage, type Stage } from '../../aggregate/pipeline.ts';
import { encode } from '../../bson/codec.ts';
import { valuesEqual } from '../../bson/compare.ts';
import { type Document, isDocument, type Value } from '../../document.ts';
import type { Engine } from '../../engine.ts';
import { badValue, MongoError, refuse, unknownStage } from '../../errors.ts';
import { selectSync } from '../../search/select.ts';
import { type LoggedChange, positionBefore, resumeToken, toEvent } from '../../store/changelog.ts';
import type { Cursor } from '../../store/cursors.ts';
import type { RawBatch, Reply } from '../../wire/reply.ts';
import { type Context, naturalNumber, optionalDocument } from '../command.ts';
import { ownerOf } from './cursors.ts';

const known =
  'fullDocument resumeAfter startAfter startAtOperationTime fullDocumentBeforeChange allChangesForCluster'.split(' ');
const allowedStages = ['$match', '$project', '$addFields', '$set', '$unset', '$replaceRoot', '$replaceWith'];
/** The token of an invalidate event is one byte longer than that of the event that caused it. */
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
  const scope = readScope(db, collection, options.allChangesForCluster === true);
  const process = stages.length > 0 ? compilePipeline(stages) : undefined;
  const looksUpDocuments = fullDocument === 'updateLookup';
  // The document of an update may have been another one when the event was shown.
  const isShown = (change: LoggedChange) =>
    (looksUpDocuments && change.type === 'update') || [...(process?.([toEvent(change)]) ?? [1])].length > 0;
  const stream = new ChangeStream(engine, {
    namespace: `${db}.${collection ?? '$cmd.aggregate'}`,
    ...scope,
    looksUpDocuments,
    process,
    ...readStart(engine, options, scope, isShown),
  });
  stream.id = engine.cursors.add(stream, ownerOf(context));
  return stream.open(batchSize ?? defaultBatch);
}

/** Which namespaces a stream includes (a collection, a database or everything), and which event closes it. */
function readScope(db: string, collection: string | undefined, isAll: boolean): Scope {
  if (isAll) return { isWanted: () => true, closesOn: undefined };
  if (collection) return { isWanted: (name) => name === `${db}.${collection}`, closesOn: 'drop' };
  return { isWanted: (name) => name === db || name.startsWith(`${db}.`), closesOn: 'dropDatabase' };
}

/** Whether the client's pipeline lets the event through. */
type IsShown = (change: LoggedChange) => boolean;

type Start = Pick<StreamOptions, 'position' | 'closing'>;

function readStart(engine: Engine, options: Document, scope: Scope, isShown: IsShown): Start {
  const { resumeAfter, startAfter, startAtOperationTime } = options;
  const token = startAfter ?? resumeAfter;
  if (token !== undefined) return readResumption(engine, readToken(token), startAfter !== undefined, scope, isShown);
  if (startAtOperationTime === undefined) return { position: engine.changelog.end(), closing: undefined };
  if (!(startAtOperationTime instanceof Timestamp)) throw badValue('startAtOperationTime must be a timestamp');
  return { position: positionBefore(startAtOperationTime), closing: undefined };
}

/**
 * Where a stream goes on. After the event that closes a stream, only the invalidate event follows. A stream cannot go on
 * after an event that it does not show: in MongoDB mostly not either.
 */
function readResumption(
  engine: Engine,
  position: Buffer,
  isStartAfter: boolean,
  { isWanted, closesOn }: Scope,
  isShown: IsShown,
): Start {
  const isInvalidate = position.length > tokenSize;
  if (isInvalidate && !isStartAfter) {
    throw new MongoError(260, 'only startAfter can resume after an invalidate event');
  }
  const change = engine.changelog.find(position.subarray(0, tokenSize));
  const closes = change !== undefined && change.type === closesOn && isWanted(change.namespace);
  const isKnown = change === undefined || (isInvalidate ? closes : isWanted(change.namespace) && isShown(change));
  if (!isKnown) throw fatal(280, 'cannot resume stream; the resume token was not found');
  return { position, closing: closes && !isInvalidate ? change : undefined };
}

function readToken(token: Value): Buffer {
  const data = isDocument(token) && typeof token._data === 'string' ? token._data : '';
  const position = Buffer.from(data, 'hex');
  if (position.length !== tokenSize && position.length !== tokenSize + 1) {
    throw new MongoError(260, 'the resume token is invalid');
  }
  return position;
}

interface Scope {
  isWanted: (namespace: string) => boolean;
  closesOn: 'drop' | 'dropDatabase' | undefined;
}

interface StreamOptions extends Scope {
  namespace: string;
  looksUpDocuments: boolean;
  process: Stage | undefined;
  position: Buffer;
  closing: LoggedChange | undefined;
}

/** A cursor over the change log that waits for new changes at its end. */
class ChangeStream implements Cursor {
  id = 0n;
  readonly isChangeStream = true;
  readonly namespace: string;
  private position: Buffer;
  /** The event that closes the stream, once it has been read: the invalidate event comes next. */
  private closing: LoggedChange | undefined;
  private hasEnded = false;
  private stopWaiting: (() => void) | undefined;

  private readonly engine: Engine;
  private readonly options: StreamOptions;

  constructor(engine: Engine, options: StreamOptions) {
    this.engine = engine;
    this.options = options;
    this.namespace = options.namespace;
    this.position = options.position;
    this.closing = options.closing;
  }

  open(batchSize: number): Reply {
    return this.reply('firstBatch', batchSize > 0 ? this.collect(batchSize) : []);
  }

  next(batchSize = defaultBatch, maxTime = defaultWait): Promise<Reply> | Reply {
    const ready = this.collect(batchSize);
    if (ready.length > 0 || this.hasEnded) return this.reply('nextBatch', ready);
    return this.wait(batchSize, maxTime);
  }

  close(): void {
    this.hasEnded = true;
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
      const check = (isLast: boolean) => {
        try {
          const events = this.collect(batchSize);
          if (events.length > 0 || isLast || this.hasEnded) finish(() => resolve(this.reply('nextBatch', events)));
        } catch (error) {
          finish(() => reject(error));
        }
      };
      const timer = setTimeout(() => check(true), maxTime);
      const unsubscribe = this.engine.changelog.subscribe(() => check(false), this.options.isWanted);
      this.stopWaiting = () => finish(() => reject(new MongoError(237, 'the cursor was killed while waiting')));
    });
  }

  private collect(limit: number): Uint8Array[] {
    const { changelog } = this.engine;
    if (!changelog.isAvailable(this.position)) {
      throw fatal(286, 'Resume of change stream was not possible, as the resume point may no longer be in the log.');
    }
    const events: Uint8Array[] = [];
    while (events.length < limit && !this.hasEnded) {
      if (this.closing) {
        events.push(...this.invalidate(this.closing));
        break;
      }
      const { changes, next } = changelog.read(this.position, this.options.isWanted, limit - events.length);
      this.position = next;
      if (changes.length === 0) break;
      for (const change of changes) {
        events.push(...this.toEvents(change));
        if (change.type !== this.options.closesOn) continue;
        this.closing = change;
        this.position = change.position; // what follows belongs to another collection of that name
        break;
      }
    }
    return events;
  }

  /** The event after the client's pipeline. */
  private toEvents(change: LoggedChange): Uint8Array[] {
    const { looksUpDocuments } = this.options;
    return this.applyPipeline(toEvent(change, looksUpDocuments ? (key) => this.lookUp(change, key) : undefined));
  }

  /** The last event: dropping the collection or database ends the stream. */
  private invalidate(change: LoggedChange): Uint8Array[] {
    this.hasEnded = true;
    this.position = Buffer.concat([change.position, Buffer.of(1)]);
    const { clusterTime = null, wallTime = null } = toEvent(change);
    const event = { _id: resumeToken(this.position), operationType: 'invalidate', clusterTime, wallTime };
    return this.applyPipeline(event);
  }

  private applyPipeline(event: Document): Uint8Array[] {
    const { process } = this.options;
    if (!process) return [encode(event)];
    return [...process([event])]
      .filter((shown) => shown !== undefined)
      .map((shown) => {
        if (!valuesEqual(shown._id, event._id)) {
          throw fatal(280, 'the pipeline must not change the _id of an event: it is the resume token');
        }
        return encode(shown);
      });
  }

  private lookUp(change: LoggedChange, key: Value | undefined): Value {
    const collection = this.engine.catalog.find(change.namespace);
    if (!collection || !isDocument(key)) return null;
    const { value } = selectSync(this.engine.store, collection, {
      filter: { _id: { $eq: key._id ?? null } },
    }).next();
    return value?.document ?? null;
  }

  private reply(name: RawBatch['name'], documents: Uint8Array[]): Reply {
    const id = this.hasEnded ? 0n : this.id;
    if (this.hasEnded) this.engine.cursors.remove(this.id);
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
