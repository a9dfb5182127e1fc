import { decode, encode } from '../bson/codec.ts';
import type { Document, Value } from '../document.ts';
import { dataCorruption, MongoError } from '../errors.ts';
import { verifyChecksum } from '../file/checksum.ts';
import { decodeRecord, documentKey, documentRange, indexKey, indexRange, recordOfDocumentKey } from '../file/keys.ts';
import { compileMatch } from '../query/match.ts';
import { compileProjection } from '../query/project.ts';
import { compileSort } from '../query/sort.ts';
import type { Collection } from '../store/catalog.ts';
import { entriesBetween, type Reader } from '../store/lmdb.ts';
import { makePlan, type Plan } from './planner.ts';
import type { TimeLimit } from './timeLimit.ts';

export interface Query {
  filter: Document;
  sort?: Document | undefined;
  skip?: number | undefined;
  limit?: number | undefined;
  projection?: Document | undefined;
  hint?: Value | undefined;
  vars?: Document | undefined;
  timeLimit?: TimeLimit | undefined;
}

/** An invalid query is an error even when the collection does not exist. */
export function checkQuery({ filter, sort = {}, projection = {}, vars }: Query): void {
  compileMatch(filter, vars);
  compileSort(sort);
  if (Object.keys(projection).length > 0) compileProjection(projection, vars);
}

/**
 * The results of a search that may take long. An undefined means that the search has run for its share of time: callers
 * that may wait should first let other requests run. Callers inside a commit continue immediately.
 */
type Yielding<T> = Iterable<T | undefined>;

/** How long one search may block the event loop, in milliseconds. */
const maxRunTime = 10;

export const yieldToEventLoop = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** The rows that match, in the requested order. */
export function* select(
  reader: Reader,
  collection: Collection,
  query: Query,
  count?: ScanCount,
): Generator<Row | undefined, void> {
  const plan = makePlan(collection, query);
  const matching = keepMatching(scan(reader, collection, plan, count), query);
  yield* slice(plan.isSorted ? matching : inOrder(matching, query.sort ?? {}), query);
}

/** The same without pauses. */
export function* selectSync(reader: Reader, collection: Collection, query: Query): Generator<Row, void> {
  for (const row of select(reader, collection, query)) if (row) yield row;
}

/** Looks at the clock for each document, because one may take long: a large text and a regular expression. */
function* keepMatching(rows: Iterable<Row>, query: Query): Generator<Row | undefined, void> {
  const matches = compileMatch(query.filter, query.vars);
  const isAll = Object.keys(query.filter).length === 0;
  let since = performance.now();
  for (const row of rows) {
    query.timeLimit?.check();
    if (performance.now() - since > maxRunTime) {
      yield undefined;
      since = performance.now();
    }
    if (isAll || matches(row.document)) yield row;
  }
}

function* inOrder(rows: Yielding<Row>, sort: Document): Generator<Row | undefined, void> {
  const found: Row[] = [];
  for (const row of rows) {
    if (row) found.push(row);
    else yield undefined;
  }
  yield* compileSort(sort)(found, (row) => row.document);
}

function* slice(rows: Yielding<Row>, { skip = 0, limit = 0 }: Query): Generator<Row | undefined, void> {
  let position = 0;
  for (const row of rows) {
    if (!row) yield undefined;
    if (!row || position++ < skip) continue;
    yield row;
    if (limit > 0 && position >= skip + limit) return;
  }
}

/** The results as bytes for the client; without a projection these are the stored bytes. */
export function* selectBytes(
  reader: Reader,
  collection: Collection,
  query: Query,
): Generator<Uint8Array | undefined, void> {
  const { projection = {} } = query;
  const project = Object.keys(projection).length > 0 ? compileProjection(projection, query.vars) : undefined;
  for (const row of select(reader, collection, query)) {
    yield row && (project ? encode(project(row.document)) : row.bytes);
  }
}

/** A stored document, decoded only when it is needed. */
export class Row {
  private decoded?: Document;

  readonly record: number;
  readonly bytes: Buffer;

  constructor(record: number, bytes: Buffer) {
    this.record = record;
    this.bytes = bytes;
  }

  get document(): Document {
    this.decoded ??= decode(this.bytes);
    return this.decoded;
  }
}

function rowOf(collection: Collection, record: number, value: Buffer): Row {
  const bytes = verifyChecksum(value, record);
  if (bytes) return new Row(record, bytes);
  const message = `record ${record} of ${collection.namespace} is damaged: restore a backup`;
  console.error(`embedded database: ${message}`);
  throw dataCorruption(message);
}

/** Counts the examined keys and documents, for explain. */
export interface ScanCount {
  keys: number;
  documents: number;
}

/**
 * The candidates of a plan, each document once. The generator holds no lmdb cursor, so it may be paused for any time.
 */
export function* scan(reader: Reader, collection: Collection, plan: Plan, count?: ScanCount): Generator<Row, void> {
  if (plan.branches) yield* scanBranches(reader, collection, plan.branches, count);
  else if (plan.index) yield* scanIndex(reader, collection, plan, count);
  else yield* scanCollection(reader, collection, plan, count);
  requireThere(collection, plan);
}

/** What was dropped while the scan was paused looks like the end of the results. */
function requireThere(collection: Collection, { index }: Plan): void {
  if (collection.isDropped) throw collectionDropped(collection);
  if (index && !collection.indexes.includes(index)) {
    throw new MongoError(175, `the index ${index.name} was dropped`);
  }
}

export const collectionDropped = ({ namespace }: Collection) =>
  new MongoError(175, `the collection ${namespace} was dropped`);

function* scanBranches(reader: Reader, collection: Collection, branches: Plan[], count?: ScanCount) {
  const seen = new Set<number>();
  for (const branch of branches) {
    for (const row of scan(reader, collection, branch, count)) {
      if (seen.has(row.record)) continue;
      seen.add(row.record);
      yield row;
    }
  }
}

function* scanCollection(reader: Reader, collection: Collection, { isReverse }: Plan, count?: ScanCount) {
  const { start, end } = documentRange(collection.id);
  for (const { key, value } of entriesBetween(reader, start, end, isReverse)) {
    if (count) count.documents++;
    yield rowOf(collection, recordOfDocumentKey(key), value);
  }
}

function* scanIndex(reader: Reader, collection: Collection, plan: Plan, count?: ScanCount): Generator<Row, void> {
  for (const record of recordsOf(reader, plan)) {
    if (count) count.keys++;
    const value = reader.get(documentKey(collection.id, record));
    if (!value) continue; // removed while the scan was paused
    if (count) count.documents++;
    yield rowOf(collection, record, value);
  }
}

function* recordsOf(reader: Reader, { index, intervals, isReverse, isPoint }: Plan): Generator<number, void> {
  if (!index) return;
  const whole = indexRange(index.id);
  for (const { start, end } of isReverse ? [...intervals].reverse() : intervals) {
    const from = indexKey(index.id, start);
    if (isPoint) {
      const value = reader.get(from);
      if (value) yield decodeRecord(value);
      continue;
    }
    const to = end ? indexKey(index.id, end) : whole.end;
    for (const { value } of entriesBetween(reader, from, to, isReverse)) yield decodeRecord(value);
  }
}
