import { requireStages } from '../../aggregate/pipeline.ts';
import { type Document, toNumber } from '../../document.ts';
import { failedToParse } from '../../errors.ts';
import type { Query } from '../../search/select.ts';
import type { View } from '../../store/view.ts';
import { type Command, type Context, checkBatch, documents, openCollection, readVariables } from '../command.ts';
import { checkFields, fieldsOf, requireFields } from '../fields.ts';
import { readQuery } from '../read/find.ts';
import { WriteResults } from '../results.ts';
import {
  type Counts,
  countsOf,
  modifyAll,
  modifyFirst,
  readUpdate,
  removeAll,
  removeFirst,
  requireUpdate,
} from './modify.ts';

const updateFields = fieldsOf({
  document: 'q',
  any: 'u',
  'boolean?': 'multi upsert',
  documents: 'arrayFilters',
  hint: 'hint',
  'document?': 'collation',
});
const deleteFields = fieldsOf({ document: 'q', number: 'limit', hint: 'hint', 'document?': 'collation' });

function queryOf(context: Context, statement: Document, vars: Document | undefined): Query {
  return { ...readQuery(context, statement, 'q'), limit: undefined, vars };
}

export const update: Command = {
  fields: fieldsOf({
    documents: 'updates',
    'boolean?': 'ordered',
    'flag?': 'bypassDocumentValidation',
    'document?': 'let',
  }),
  check(context) {
    checkBatch(context, 'updates');
    context.statements = documents(context, 'updates');
    for (const statement of context.statements) {
      checkFields(statement, updateFields, 'update.updates');
      requireFields(statement, ['q', 'u'], 'update.updates');
      requireUpdate(statement.u);
    }
  },
  write(context, view) {
    const vars = readVariables(context.body.let);
    const results = new WriteResults(context);
    const upserted: Document[] = [];
    let n = 0;
    let nModified = 0;
    const { statements } = context;
    // MongoDB also fails the whole command for an unknown stage.
    for (const { u } of statements) if (Array.isArray(u)) requireStages(u);
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
  if (statement.upsert === true) openCollection(context); // as in MongoDB also if the upsert fails
  const query = queryOf(context, statement, vars);
  const update = readUpdate(statement.u, statement.arrayFilters, query);
  const modification = { query, update, isUpsert: statement.upsert === true };
  if (statement.multi !== true) return countsOf(modifyFirst(context, view, modification));
  if (update.isReplacement) throw failedToParse('multi update is not supported for replacement-style update');
  return modifyAll(context, view, modification);
}

export const remove: Command = {
  fields: fieldsOf({ documents: 'deletes', 'boolean?': 'ordered', 'document?': 'let' }),
  check(context) {
    checkBatch(context, 'deletes');
    context.statements = documents(context, 'deletes');
    for (const statement of context.statements) {
      checkFields(statement, deleteFields, 'delete.deletes');
      requireFields(statement, ['q', 'limit'], 'delete.deletes');
      const limit = toNumber(statement.limit);
      if (limit !== 0 && limit !== 1)
        throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${limit}`);
    }
  },
  write(context, view) {
    const vars = readVariables(context.body.let);
    const results = new WriteResults(context);
    let n = 0;
    results.run(context.statements, (statement) => {
      const query = queryOf(context, statement, vars);
      if (toNumber(statement.limit) === 0) n += removeAll(context, view, query);
      else if (removeFirst(context, view, query)) n++;
    });
    return { fields: results.fields({ n }) };
  },
};
