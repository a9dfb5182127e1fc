import { type Document, toNumber, type Value } from '../bson/document.ts';
import { failedToParse } from '../errors.ts';
import type { Query } from '../store/select.ts';
import type { View, Work } from '../store/view.ts';
import { type Command, type Context, checkFields, documents, optionalDocument, readVariables } from './command.ts';
import { readQuery, refuseCollation } from './find.ts';
import { modifyAll, modifyFirst, readUpdate, removeAll, removeFirst } from './modify.ts';
import { WriteResults } from './results.ts';

const updateFields = ['q', 'u', 'multi', 'upsert', 'arrayFilters', 'hint', 'sort', 'c', 'collation'];
const deleteFields = ['q', 'limit', 'hint', 'collation'];

function queryOf({ q, hint, sort, collation }: Document, vars: Document | undefined): Query {
  refuseCollation(collation);
  if (!q) throw failedToParse("a statement needs its filter in 'q'");
  const order = optionalDocument(sort, 'sort');
  const query = readQuery({ q, ...(hint !== undefined && { hint }), ...(order && { sort: order }) }, 'q');
  return { ...query, ...(vars && { vars }) };
}

export const update: Command = {
  fields: ['updates', 'ordered', 'bypassDocumentValidation', 'let'],
  *write(context, view) {
    const vars = readVariables(context.body.let);
    const results = new WriteResults(context.body.ordered !== false);
    const upserted: Document[] = [];
    let n = 0;
    let nModified = 0;
    const statements = documents(context, 'updates');
    for (const statement of statements) checkFields(statement, updateFields, 'update.updates');
    yield* results.run(statements, function* (statement, index) {
      const done = yield* runUpdate(context, view, statement, vars);
      n += done.n;
      nModified += done.nModified;
      if (done.upserted !== undefined) upserted.push({ index, _id: done.upserted });
    });
    return { fields: results.fields({ n, nModified, ...(upserted.length > 0 && { upserted }) }) };
  },
};

interface Updated {
  n: number;
  nModified: number;
  /** The _id of the document that was made for want of a match. */
  upserted?: Value;
}

/** One statement of an update. */
export function* runUpdate(context: Context, view: View, statement: Document, vars?: Document): Work<Updated> {
  const query = queryOf(statement, vars);
  const update = readUpdate(statement.u, statement.arrayFilters, { ...vars, ...readVariables(statement.c) });
  const modification = { query, update, isUpsert: statement.upsert === true };
  if (statement.multi === true) {
    if (update.isReplacement) throw failedToParse('multi update is not supported for replacement-style update');
    const { matched, modified, inserted } = yield* modifyAll(context, view, modification);
    return inserted ? { n: 1, nModified: 0, upserted: inserted._id ?? null } : { n: matched, nModified: modified };
  }
  const { after, isModified, isUpserted } = yield* modifyFirst(context, view, modification);
  return { n: after ? 1 : 0, nModified: isModified ? 1 : 0, ...(isUpserted && { upserted: after?._id ?? null }) };
}

export const remove: Command = {
  fields: ['deletes', 'ordered', 'let'],
  *write(context, view) {
    const vars = readVariables(context.body.let);
    const results = new WriteResults(context.body.ordered !== false);
    let n = 0;
    const statements = documents(context, 'deletes');
    for (const statement of statements) checkFields(statement, deleteFields, 'delete.deletes');
    yield* results.run(statements, function* (statement) {
      n += yield* runDelete(context, view, statement, vars);
    });
    return { fields: results.fields({ n }) };
  },
};

/** One statement of a delete: how many it removed. */
export function* runDelete(context: Context, view: View, statement: Document, vars?: Document): Work<number> {
  const query = queryOf(statement, vars);
  if (toNumber(statement.limit) === 0) return yield* removeAll(context, view, query);
  return (yield* removeFirst(context, view, query)) ? 1 : 0;
}
