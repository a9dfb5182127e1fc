import type { mongo } from 'mongoose';

/** One operation that the database's profiler has recorded. */
interface ProfiledOperation {
  op: string;
  ns: string;
  command: mongo.Document;
  originatingCommand?: mongo.Document;
  docsExamined?: number;
  keysExamined?: number;
  nreturned?: number;
  nMatched?: number;
  ndeleted?: number;
  planSummary?: string;
  cursorid?: mongo.Long;
}

/** A query of the app, and the most that it has read. */
export interface QueryShape {
  name: string;
  times: number;
  docsExamined: number;
  keysExamined: number;
  returned: number;
  plan: string;
}

const PROFILE = 'system.profile';
const PROFILE_BYTES = 1024 * 1024 * 1024;

/** Records every operation on this database from now on. */
export async function startProfiler(db: mongo.Db): Promise<void> {
  await db.createCollection(PROFILE, { capped: true, size: PROFILE_BYTES });
  await db.command({ profile: 2 });
}

/** Stops recording, and returns each query with the run in which it read most in proportion to what it returned. */
export async function readProfile(db: mongo.Db): Promise<QueryShape[]> {
  await db.command({ profile: 0 });
  const shapes = new Map<string, QueryShape>();
  for (const run of await readRuns(db)) {
    const known = shapes.get(run.name);
    const times = (known?.times ?? 0) + 1;
    shapes.set(run.name, { ...(known && excess(known) >= excess(run) ? known : run), times });
  }
  return [...shapes.values()];
}

type Run = Omit<QueryShape, 'times'>;

/** Each query, together with the further batches of its answer. */
async function readRuns(db: mongo.Db): Promise<Run[]> {
  const runs: Run[] = [];
  const unfinished = new Map<string, Run>();
  const operations = db.collection<ProfiledOperation>(PROFILE).find({}, { promoteLongs: false });
  for await (const operation of operations) {
    const name = nameOf(operation);
    if (!name) continue;
    const docsExamined = Number(operation.docsExamined ?? 0);
    const keysExamined = Number(operation.keysExamined ?? 0);
    const returned = Number(operation.nreturned ?? operation.nMatched ?? operation.ndeleted ?? 0);
    const cursor = String(operation.cursorid ?? operation.command.getMore ?? '');
    const begun = operation.op === 'getmore' ? unfinished.get(cursor) : undefined;
    if (begun) {
      begun.docsExamined += docsExamined;
      begun.keysExamined += keysExamined;
      begun.returned += returned;
      continue;
    }
    const run = { name, docsExamined, keysExamined, returned, plan: operation.planSummary ?? '' };
    runs.push(run);
    if (cursor) unfinished.set(cursor, run);
  }
  return runs;
}

/**
 * How much more a query has read than it may: twice what it returns and 20 documents. Counts return one number and read a
 * key for everything that they count, so keys may be more.
 */
export function excess({ docsExamined, keysExamined, returned }: Omit<Run, 'name' | 'plan'>): number {
  return Math.max(docsExamined - (2 * returned + 20), keysExamined - (10 * returned + 2500));
}

/** Collection, kind, filter and sort of a query, without its values. Null for what is not a query of the app. */
function nameOf({ op, ns, command, originatingCommand }: ProfiledOperation): string | null {
  const collection = ns.slice(ns.indexOf('.') + 1);
  if (collection.startsWith('system.') || collection.startsWith('$cmd')) return null;
  const asked = originatingCommand ?? command;
  const pipeline: mongo.Document[] = asked.pipeline ?? [];
  // A change stream reads the log of the whole database.
  if (pipeline[0]?.$changeStream) return null;
  const filter = asked.filter ?? asked.query ?? asked.q;
  const parts = pipeline.length > 0 ? pipeline.map(shapeOf).join(' ') : filter && shapeOf(filter);
  if (parts === undefined) return null;
  const sort = asked.sort && Object.keys(asked.sort).length > 0 ? ` sort ${JSON.stringify(asked.sort)}` : '';
  return `${collection} ${op === 'getmore' ? 'query' : kindOf(op, asked)} ${parts}${sort}`;
}

function kindOf(op: string, command: mongo.Document): string {
  if (op !== 'command') return op;
  return Object.keys(command)[0] ?? op;
}

/** The fields and operators of a filter, in an order that does not depend on how it was written. */
function shapeOf(filter: unknown): string {
  if (Array.isArray(filter)) {
    const parts = [...new Set(filter.map(shapeOf))].filter((part) => part !== '');
    return parts.length > 0 ? `[${parts.sort().join(', ')}]` : '';
  }
  if (!isPlainObject(filter)) return '';
  const fields = Object.entries(filter).map(([key, value]) => {
    const shape = shapeOf(value);
    return shape ? `${key}: ${shape}` : key;
  });
  return `{${fields.sort().join(', ')}}`;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || value instanceof Date) return false;
  return !('_bsontype' in value);
}
