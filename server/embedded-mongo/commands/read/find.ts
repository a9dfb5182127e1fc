import { compareValues } from '../../bson/compare.ts';
import { encodeKey } from '../../bson/keystring.ts';
import { compilePath, fieldPath, visitPath } from '../../bson/paths.ts';
import { type Document, isDocument, type Value } from '../../document.ts';
import { badValue, MongoError, refuse } from '../../errors.ts';
import { makePlan, type Plan } from '../../search/planner.ts';
import { checkQuery, type Query, type ScanCount, select, selectBytes, yieldToEventLoop } from '../../search/select.ts';
import type { Reply } from '../../wire/reply.ts';
import {
  type Command,
  type Context,
  checkFields,
  commonFields,
  fieldsOf,
  findCollection,
  namespaceOf,
  naturalNumber,
  optionalDocument,
  optionalNumber,
  readVariables,
} from '../command.ts';
import { replyWithCursor } from './cursors.ts';

const refusedFields = ['tailable', 'awaitData', 'min', 'max', 'returnKey', 'showRecordId'];
/** allowDiskUse, noCursorTimeout and allowPartialResults have no effect here. */
const findFields = fieldsOf({
  document: 'filter projection sort min max collation',
  'document?': 'let',
  'count?': 'skip limit batchSize',
  boolean: 'singleBatch allowDiskUse noCursorTimeout allowPartialResults tailable awaitData returnKey showRecordId',
  hint: 'hint',
});

/** Reads the query of a command or of its statement; the names of some fields differ between commands. */
export function readQuery(
  { timeLimit }: Context,
  body: Document,
  filterField = 'filter',
  projectionField = 'projection',
): Query {
  const { collation } = body;
  if ((collation ?? null) !== null && !(isDocument(collation) && collation.locale === 'simple'))
    throw refuse('collation');
  for (const field of refusedFields) if (body[field]) throw refuse(`find with ${field}`);
  return {
    filter: optionalDocument(body[filterField], filterField) ?? {},
    ...readOrder(body),
    skip: naturalNumber(body.skip, 'skip'),
    limit: Math.abs(optionalNumber(body.limit, 'limit') ?? 0),
    projection: optionalDocument(body[projectionField], projectionField),
    vars: readVariables(body.let),
    timeLimit,
  };
}

/** The sort and the hint. A sort by the natural order is followed like a hint, and goes with no other. */
function readOrder(body: Document): Pick<Query, 'sort' | 'hint'> {
  const sort = optionalDocument(body.sort, 'sort');
  const hint = isDocument(body.hint) && Object.keys(body.hint).length === 0 ? undefined : body.hint;
  if (!sort || !('$natural' in sort)) return { sort, hint };
  if (Object.keys(sort).length > 1) throw badValue('$natural sort cannot be set to a value other than -1 or 1');
  if (hint !== undefined) throw badValue('Cannot use a hint together with a $natural sort');
  return { sort: undefined, hint: sort };
}

export const find: Command = {
  fields: findFields,
  isParsedInTransaction: true,
  async read(context, reader) {
    const { body } = context;
    const query = readQuery(context, body);
    checkQuery(query); // also if nothing is read
    const collection = findCollection(context);
    const results = collection ? selectBytes(reader, collection, query) : [].values();
    const batchSize = naturalNumber(body.batchSize, 'batchSize');
    const isSingleBatch = body.singleBatch === true || (optionalNumber(body.limit, 'limit') ?? 0) < 0;
    return replyWithCursor(context, results, { isSingleBatch, batchSize, collection, limit: query.limit });
  },
};

export const count: Command = {
  fields: fieldsOf({ 'document?': 'query collation', 'count?': 'skip', integer: 'limit', hint: 'hint', any: 'fields' }),
  isForbiddenInTransaction: true,
  async read(context, reader) {
    const query = readQuery(context, context.body, 'query');
    const collection = findCollection(context);
    if (!collection) {
      checkQuery(query);
      return { fields: { n: 0 } };
    }
    const { filter, skip, limit, hint } = query;
    const isWhole = Object.keys(filter).length === 0 && !skip && !limit && hint === undefined;
    if (isWhole) return { fields: { n: collection.count } };
    let n = 0;
    for (const row of select(reader, collection, query)) {
      if (row) n++;
      else await yieldToEventLoop();
    }
    return { fields: { n } };
  },
};

export const distinct: Command = {
  fields: fieldsOf({ string: 'key', 'document?': 'query collation' }),
  isParsedInTransaction: true,
  async read(context, reader) {
    const { key } = context.body;
    if (typeof key !== 'string')
      throw new MongoError(40414, "BSON field 'distinct.key' is missing but a required field");
    fieldPath(key); // refuses invalid paths
    const query = readQuery(context, context.body, 'query');
    const collection = findCollection(context);
    if (!collection) checkQuery(query);
    const path = compilePath(key);
    const values = new Map<string, Value>();
    const add = (value: Value | undefined) => {
      if (Array.isArray(value)) for (const element of value) note(element);
      else if (value !== undefined) note(value);
      return false;
    };
    const note = (value: Value) => {
      const hash = encodeKey([value], [1]).toString('latin1');
      if (!values.has(hash)) values.set(hash, value);
    };
    for (const row of collection ? select(reader, collection, query) : []) {
      if (row) visitPath(row.document, path, false, add);
      else await yieldToEventLoop();
    }
    return { fields: { values: [...values.values()].sort(compareValues) } };
  },
};

const verbosities = ['queryPlanner', 'executionStats', 'allPlansExecution'];

/** Supports find only: which index is used, and how much was examined. */
export const explain: Command = {
  fields: fieldsOf({ 'string?': 'verbosity' }),
  isForbiddenInTransaction: true,
  read(context, reader) {
    const command = optionalDocument(context.body.explain, 'explain') ?? {};
    const { verbosity = null } = context.body;
    if (!('find' in command)) throw refuse(`explain of ${Object.keys(command)[0]}`);
    checkFields(command, new Map([...commonFields, ...findFields, ...fieldsOf({ any: 'find' })]), 'find');
    if (verbosity !== null && !verbosities.includes(String(verbosity)))
      throw badValue(`unknown verbosity: ${verbosity}`);
    const inner: Context = { ...context, name: 'find', body: command };
    const query = readQuery(context, command);
    const collection = findCollection(inner);
    const plan = collection && makePlan(collection, query);
    const winningPlan = plan ? describePlan(plan) : { stage: 'EOF' };
    const fields: Document = {
      queryPlanner: { namespace: namespaceOf(inner), parsedQuery: query.filter, winningPlan, rejectedPlans: [] },
    };
    if (collection && verbosity !== 'queryPlanner') {
      const seen: ScanCount = { keys: 0, documents: 0 };
      const nReturned = [...select(reader, collection, query, seen)].filter(Boolean).length;
      fields.executionStats = { nReturned, totalKeysExamined: seen.keys, totalDocsExamined: seen.documents };
    }
    return { fields } satisfies Reply;
  },
};

function describePlan(plan: Plan): Document {
  const scan = describeScan(plan);
  return plan.isSorted ? scan : { stage: 'SORT', inputStage: scan };
}

function describeScan({ index, branches, isReverse }: Plan): Document {
  if (branches) return { stage: 'OR', inputStages: branches.map(describeScan) };
  const direction = isReverse ? 'backward' : 'forward';
  if (!index) return { stage: 'COLLSCAN', direction };
  const inputStage = { stage: 'IXSCAN', indexName: index.name, keyPattern: index.key, direction };
  return { stage: 'FETCH', inputStage };
}
