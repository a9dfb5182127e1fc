import { encode } from '../bson/codec.ts';
import { type Document, isDocument, toNumber } from '../bson/document.ts';
import { badValue, failedToParse } from '../errors.ts';
import type { View, Work } from '../store/view.ts';
import { type Command, type Context, checkFields, documents, readVariables } from './command.ts';
import { insertOne } from './insert.ts';
import { WriteResults } from './results.ts';
import { runDelete, runUpdate } from './update.ts';

const updateFields = ['filter', 'updateMods', 'multi', 'upsert', 'arrayFilters', 'constants', 'sort'];
const fieldsByKind = new Map([
  ['insert', ['insert', 'document']],
  ['update', ['update', ...updateFields, 'hint', 'collation']],
  ['delete', ['delete', 'filter', 'multi', 'hint', 'collation']],
]);

/** Inserts, updates and deletes in several collections by one command, as MongoClient.bulkWrite sends them. */
export const bulkWrite: Command = {
  fields: ['ops', 'nsInfo', 'ordered', 'errorsOnly', 'cursor', 'bypassDocumentValidation', 'let'],
  *write(context, view) {
    const { body } = context;
    const vars = readVariables(body.let);
    const namespaces = documents(context, 'nsInfo').map(({ ns }) => String(ns));
    const ops = documents(context, 'ops').map(readOperation);
    const failures = new WriteResults(body.ordered !== false);
    const results: (Document & { idx: number })[] = [];
    const counts = { nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 };
    yield* failures.run(ops, function* ({ kind, op }, idx) {
      const target = targetOf(context, namespaces[toNumber(op[kind])]);
      const result = yield* runOne(target, view, kind, op, vars, counts);
      if (body.errorsOnly !== true) results.push({ ok: 1, idx, ...result });
    });
    for (const { index, ...failure } of failures.errors) {
      results.push({ ok: 0, idx: toNumber(index), n: 0, ...failure });
    }
    results.sort((a, b) => a.idx - b.idx);
    // However many there are, they come at once: nothing of them is kept for a later request.
    const namespace = 'admin.$cmd.bulkWrite';
    const encoded = results.map((result) => encode(result));
    const fields = { nErrors: failures.errors.length, ...counts };
    return { fields, batch: { name: 'firstBatch', id: 0n, namespace, documents: encoded } };
  },
};

function readOperation(op: Document): { kind: string; op: Document } {
  const kind = Object.keys(op)[0] ?? '';
  const known = fieldsByKind.get(kind);
  if (!known) throw failedToParse(`Unrecognized bulkWrite operation: ${kind}`);
  checkFields(op, known, 'bulkWrite.ops');
  return { kind, op };
}

/** The context of a command on the collection that an operation names. */
function targetOf(context: Context, namespace: string | undefined): Context {
  if (namespace === undefined) throw badValue('a bulkWrite operation names no namespace of nsInfo');
  const [db = '', ...rest] = namespace.split('.');
  return { ...context, db, name: 'bulkWrite', body: { bulkWrite: rest.join('.') } };
}

type Counts = Record<'nInserted' | 'nMatched' | 'nModified' | 'nUpserted' | 'nDeleted', number>;

function* runOne(
  target: Context,
  view: View,
  kind: string,
  op: Document,
  vars: Document | undefined,
  counts: Counts,
): Work<Document> {
  const { filter: q = null, updateMods: u = null, constants, document, multi = false, ...options } = op;
  if (kind === 'insert') {
    if (!isDocument(document)) throw failedToParse('an insert needs its document');
    yield* insertOne(target, view, document);
    counts.nInserted++;
    return { n: 1 };
  }
  if (kind === 'delete') {
    const n = yield* runDelete(target, view, { ...options, q, limit: multi === true ? 0 : 1 }, vars);
    counts.nDeleted += n;
    return { n };
  }
  const statement = { ...options, q, u, multi, ...(constants !== undefined && { c: constants }) };
  const { n, nModified, upserted } = yield* runUpdate(target, view, statement, vars);
  counts.nModified += nModified;
  if (upserted === undefined) counts.nMatched += n;
  else counts.nUpserted++;
  return { n, nModified, ...(upserted !== undefined && { upserted: { _id: upserted } }) };
}
