import { decode } from '../bson/codec.ts';
import type { Document } from '../document.ts';
import { dataCorruption, MongoError } from '../errors.ts';
import { verifyChecksum } from '../file/checksum.ts';
import { decodeRecord, documentKey, documentRange, indexKey, indexRange, recordOfDocumentKey } from '../file/keys.ts';
import type { Collection } from '../store/catalog.ts';
import { entriesBetween, type Reader } from '../store/lmdb.ts';
import type { Plan } from './planner.ts';

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
