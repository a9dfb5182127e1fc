import { encode } from '../bson/codec.ts';
import type { Document, Value } from '../document.ts';
import { compileMatch } from '../query/match.ts';
import { compileProjection } from '../query/project.ts';
import { compileSort } from '../query/sort.ts';
import type { Collection } from '../store/catalog.ts';
import type { Reader } from '../store/lmdb.ts';
import { makePlan } from './planner.ts';
import { type Row, type ScanCount, scan } from './scan.ts';
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
