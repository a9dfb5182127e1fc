import { type Document, toNumber } from '../bson/document.ts';
import { failedToParse } from '../errors.ts';
import { type Command, checkFields, documents, optionalDocument, readVariables } from './command.ts';
import { readQuery, refuseCollation } from './find.ts';
import { modifyAll, modifyFirst, readUpdate, removeAll, removeFirst } from './modify.ts';
import { WriteResults } from './results.ts';

const updateFields = ['q', 'u', 'multi', 'upsert', 'arrayFilters', 'hint', 'sort', 'c', 'collation'];
const deleteFields = ['q', 'limit', 'hint', 'collation'];

function queryOf(statement: Document, vars: Document | undefined) {
  refuseCollation(statement.collation);
  if (!statement.q) throw failedToParse("a statement needs its filter in 'q'");
  return {
    ...readQuery({ q: statement.q, ...(statement.hint !== undefined && { hint: statement.hint }) }, 'q'),
    ...(vars && { vars }),
  };
}

export const update: Command = {
  fields: ['updates', 'ordered', 'bypassDocumentValidation', 'let'],
  createsCollection: (context) => documents(context, 'updates').some(({ upsert }) => upsert === true),
  *write(context, view) {
    const vars = readVariables(context.body.let);
    const results = new WriteResults(context.body.ordered !== false);
    const upserted: Document[] = [];
    let n = 0;
    let nModified = 0;
    for (const [index, statement] of documents(context, 'updates').entries()) {
      checkFields(statement, updateFields, 'update.updates');
      try {
        const query = queryOf(statement, vars);
        const sort = optionalDocument(statement.sort, 'sort');
        if (sort) Object.assign(query, { sort });
        const constants = { ...vars, ...readVariables(statement.c) };
        const change = readUpdate(statement.u, statement.arrayFilters, constants);
        const modification = { query, update: change, isUpsert: statement.upsert === true };
        if (statement.multi === true) {
          if (change.isReplacement) throw failedToParse('multi update is not supported for replacement-style update');
          const { matched, modified, inserted } = yield* modifyAll(context, view, modification);
          n += matched;
          nModified += modified;
          if (inserted) {
            n++;
            upserted.push({ index, _id: inserted._id ?? null });
          }
          continue;
        }
        const outcome = yield* modifyFirst(context, view, modification);
        if (outcome.after) n++;
        if (outcome.isModified) nModified++;
        if (outcome.isUpserted) upserted.push({ index, _id: outcome.after?._id ?? null });
      } catch (error) {
        if (results.fail(index, error)) break;
      }
    }
    return { fields: results.fields({ n, nModified, ...(upserted.length > 0 && { upserted }) }) };
  },
};

export const remove: Command = {
  fields: ['deletes', 'ordered', 'let'],
  *write(context, view) {
    const vars = readVariables(context.body.let);
    const results = new WriteResults(context.body.ordered !== false);
    let n = 0;
    for (const [index, statement] of documents(context, 'deletes').entries()) {
      checkFields(statement, deleteFields, 'delete.deletes');
      try {
        const query = queryOf(statement, vars);
        if (toNumber(statement.limit) === 0) n += yield* removeAll(context, view, query);
        else if (yield* removeFirst(context, view, query)) n++;
      } catch (error) {
        if (results.fail(index, error)) break;
      }
    }
    return { fields: results.fields({ n }) };
  },
};
