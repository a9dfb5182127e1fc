import { requireStages } from '../../aggregate/pipeline.ts';
import { type Document, toNumber } from '../../bson/document.ts';
import { failedToParse } from '../../errors.ts';
import type { Query } from '../../search/select.ts';
import type { View } from '../../store/view.ts';
import { type Command, type Context, checkFields, documents, readVariables } from '../command.ts';
import { readQuery } from '../read/find.ts';
import { WriteResults } from '../results.ts';
import { type Counts, countsOf, modifyAll, modifyFirst, readUpdate, removeAll, removeFirst } from './modify.ts';

const updateFields = ['q', 'u', 'multi', 'upsert', 'arrayFilters', 'hint', 'collation'];
const deleteFields = ['q', 'limit', 'hint', 'collation'];

function queryOf(context: Context, statement: Document, vars: Document | undefined): Query {
  if (!statement.q) throw failedToParse("a statement needs a filter in 'q'");
  return { ...readQuery(context, statement, 'q'), limit: undefined, vars };
}

export const update: Command = {
  fields: ['updates', 'ordered', 'bypassDocumentValidation', 'let'],
  write(context, view) {
    const vars = readVariables(context.body.let);
    const results = new WriteResults(context);
    const upserted: Document[] = [];
    let n = 0;
    let nModified = 0;
    const statements = documents(context, 'updates');
    for (const statement of statements) {
      checkFields(statement, updateFields, 'update.updates');
      if (Array.isArray(statement.u)) requireStages(statement.u); // MongoDB also fails the whole command for this
    }
    results.run(statements, (statement, index) => {
      const { matched, modified, inserted } = runUpdate(context, view, statement, vars);
      n += inserted ? 1 : matched;
      nModified += modified;
      if (inserted) upserted.push({ index, _id: inserted._id ?? null });
    });
    return { fields: results.fields({ n, nModified, ...(upserted.length > 0 && { upserted }) }) };
  },
};

/** Runs one statement of an update. */
function runUpdate(context: Context, view: View, statement: Document, vars?: Document): Counts {
  const query = queryOf(context, statement, vars);
  const update = readUpdate(statement.u, statement.arrayFilters, query);
  const modification = { query, update, isUpsert: statement.upsert === true };
  if (statement.multi !== true) return countsOf(modifyFirst(context, view, modification));
  if (update.isReplacement) throw failedToParse('multi update is not supported for replacement-style update');
  return modifyAll(context, view, modification);
}

export const remove: Command = {
  fields: ['deletes', 'ordered', 'let'],
  write(context, view) {
    const vars = readVariables(context.body.let);
    const results = new WriteResults(context);
    let n = 0;
    const statements = documents(context, 'deletes');
    for (const statement of statements) checkFields(statement, deleteFields, 'delete.deletes');
    results.run(statements, (statement) => {
      const query = queryOf(context, statement, vars);
      if (toNumber(statement.limit) === 0) n += removeAll(context, view, query);
      else if (removeFirst(context, view, query)) n++;
    });
    return { fields: results.fields({ n }) };
  },
};
