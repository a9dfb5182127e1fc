import { encode } from '../bson/codec.ts';
import type { Document, Value } from '../bson/document.ts';
import { MongoError } from '../errors.ts';
import { compileMatch } from '../query/match.ts';
import { compileProjection } from '../query/project.ts';
import { compileSort } from '../query/sort.ts';
import type { Collection } from './catalog.ts';
import type { Reader } from './lmdb.ts';
import { makePlan } from './planner.ts';
import { type Row, type ScanCount, scan } from './scan.ts';

export interface Query {
  filter: Document;
  sort?: Document;
  skip?: number;
  limit?: number;
  projection?: Document;
  hint?: Value;
  vars?: Document;
  /** When to give up, in milliseconds since 1970. */
  deadline?: number;
}

/** The rows that match, in the order asked for. */
export function* select(reader: Reader, collection: Collection, query: Query, count?: ScanCount): Generator<Row, void> {
  const sort = query.sort && Object.keys(query.sort).length > 0 ? query.sort : undefined;
  const plan = makePlan(collection, query.filter, sort, query.hint);
  const all = scan(reader, collection, plan, count);
  const candidates = query.deadline === undefined ? all : withDeadline(all, query);
  const matching = keepMatching(candidates, query);
  if (!sort || plan.isSorted) yield* slice(matching, query);
  else yield* slice(inOrder(matching, sort), query);
}

/** The deadline is looked up each time: it ends with the first batch, a client may take its time over the next. */
function* withDeadline(rows: Iterable<Row>, query: Query): Generator<Row, void> {
  let position = 0;
  for (const row of rows) {
    if (++position % 256 === 0 && query.deadline && Date.now() > query.deadline) {
      throw new MongoError(50, 'MaxTimeMSExpired', 'operation exceeded time limit');
    }
    yield row;
  }
}

function keepMatching(rows: Iterable<Row>, { filter, vars }: Query): Iterable<Row> {
  if (Object.keys(filter).length === 0) return rows;
  const matches = compileMatch(filter, vars ? { vars } : {});
  return (function* () {
    for (const row of rows) if (matches(row.document)) yield row;
  })();
}

function inOrder(rows: Iterable<Row>, sort: Document): Row[] {
  const compare = compileSort(sort);
  return [...rows].sort((a, b) => compare(a.document, b.document));
}

function* slice(rows: Iterable<Row>, { skip = 0, limit = 0 }: Query): Generator<Row, void> {
  let position = 0;
  for (const row of rows) {
    if (position++ < skip) continue;
    yield row;
    if (limit > 0 && position >= skip + limit) return;
  }
}

/** The same as the bytes of what a client gets; without a projection these are the stored bytes. */
export function* selectBytes(reader: Reader, collection: Collection, query: Query): Generator<Uint8Array, void> {
  const project = query.projection && compileProjection(query.projection, query.filter, query.vars);
  for (const row of select(reader, collection, query)) yield project ? encode(project(row.document)) : row.bytes;
}
