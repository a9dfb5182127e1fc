import { ObjectId } from 'bson';
import { requireStages } from '../aggregate/pipeline.ts';
import { encode } from '../bson/codec.ts';
import { type Document, isDocument, toNumber, type Value } from '../document.ts';
import { failedToParse, MongoError } from '../errors.ts';
import { isTruthy } from '../query/expr.ts';
import { compileProjection } from '../query/project.ts';
import { checkQuery, type Query, type Row, selectSync } from '../search/select.ts';
import { TimeLimitExceeded } from '../search/timeLimit.ts';
import { changeRecord, insertRecord, removeRecord } from '../store/records.ts';
import type { View } from '../store/view.ts';
import { compileUpdate, refuseEmptyTimestamps, requireUpsertable, upsertSeed } from '../update/compile.ts';
import { ChangedPaths } from '../update/diff.ts';
import type { Reply } from '../wire/reply.ts';
import {
  type Command,
  type Context,
  checkBatch,
  checkFields,
  documents,
  fieldsOf,
  findCollection,
  openCollection,
  rawDocuments,
  readDocument,
  readVariables,
  requireFields,
  requireName,
} from './command.ts';
import { readQuery } from './read/find.ts';

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

export const findAndModify: Command = {
  fields: fieldsOf({
    'document?': 'query sort fields let collation',
    'flag?': 'remove new upsert bypassDocumentValidation',
    documents: 'arrayFilters',
    hint: 'hint',
    any: 'update',
  }),
  check(context) {
    requireName(context);
    if (context.body.update !== undefined) requireUpdate(context.body.update);
  },
  write(context, view) {
    const { body } = context;
    if (isTruthy(body.upsert) && !isTruthy(body.remove)) openCollection(context); // as in MongoDB also if it fails
    const query = readQuery(context, body, 'query', 'fields');
    // Compiled before anything is written: an invalid projection must not leave a change behind.
    const project = query.projection && compileProjection(query.projection, query.vars);
    if (isTruthy(body.remove)) {
      for (const other of ['update', 'new', 'upsert']) {
        if (body[other]) throw failedToParse(`Cannot specify both ${other} and remove=true`);
      }
      const removed = removeFirst(context, view, query);
      return withValue({ n: removed ? 1 : 0 }, removed, project);
    }

    const update = readUpdate(body.update, body.arrayFilters, query);
    const modification = { query, update, isUpsert: isTruthy(body.upsert) };
    const { before, after } = modifyFirst(context, view, modification);
    const lastError: Document = { n: after ? 1 : 0, updatedExisting: before !== undefined };
    if (after && !before) lastError.upserted = after._id ?? null;
    return withValue(lastError, isTruthy(body.new) ? after : before, project);
  },
};

function withValue(
  lastErrorObject: Document,
  document: Document | undefined,
  project: ((document: Document) => Document) | undefined,
): Reply {
  if (!document) return { fields: { lastErrorObject, value: null } };
  return { fields: { lastErrorObject }, raw: { name: 'value', bytes: encode(project ? project(document) : document) } };
}

/** Collects the results and errors of the statements of one write command. */
class WriteResults {
  readonly errors: Document[] = [];

  private readonly stopsAtFailure: boolean;

  constructor({ body, transaction }: Context) {
    this.stopsAtFailure = body.ordered !== false || transaction !== undefined;
  }

  /** Runs the statements in order. Stops at the first failure if the command is ordered or in a transaction, which is over. */
  run<T>(statements: T[], act: (statement: T, index: number) => void): void {
    for (const [index, statement] of statements.entries()) {
      try {
        act(statement, index);
      } catch (error) {
        // Errors that concern more than this statement fail the whole command.
        if (!(error instanceof MongoError) || error instanceof TimeLimitExceeded || error.errorLabels?.length)
          throw error;
        this.errors.push({ index, code: error.code, errmsg: error.message, ...error.extra });
        if (this.stopsAtFailure) return;
      }
    }
  }

  fields(counts: Document): Document {
    return this.errors.length > 0 ? { ...counts, writeErrors: this.errors } : counts;
  }
}

export const insert: Command = {
  fields: fieldsOf({ documents: 'documents', 'boolean?': 'ordered', 'flag?': 'bypassDocumentValidation' }),
  check: (context) => checkBatch(context, 'documents'),
  write(context, view) {
    const results = new WriteResults(context);
    let n = 0;
    // All documents are decoded before the first is written: an invalid one must not leave half a batch behind.
    const given = rawDocuments(context, 'documents').map((bytes) => ({ bytes, document: readDocument(bytes) }));
    results.run(given, ({ document, bytes }) => {
      insertOne(context, view, document, bytes);
      n++;
    });
    return { fields: results.fields({ n }) };
  },
};

/** Inserts one document; `bytes` is its encoded form as the client sent it. */
function insertOne(context: Context, view: View, document: Document, bytes: Uint8Array): void {
  refuseEmptyTimestamps(document);
  const isReady = Object.keys(document)[0] === '_id';
  const whole = isReady ? document : withId(document);
  insertRecord(view, () => openCollection(context), whole, isReady ? bytes : encode(whole));
}

/** The document with its _id as the first field; generates an _id when it has none. */
function withId({ _id = new ObjectId(), ...fields }: Document): Document {
  return { _id, ...fields };
}

type Update = ReturnType<typeof compileUpdate>;

interface Modification {
  query: Query;
  update: Update;
  isUpsert: boolean;
}

/** The document before (absent when inserted) and after. Both are the same object when nothing changed. */
interface Outcome {
  before?: Document;
  after?: Document;
}

interface Counts {
  matched: number;
  modified: number;
  /** The document that an upsert inserted. */
  inserted?: Document;
}

function countsOf({ before, after }: Outcome): Counts {
  if (after && !before) return { matched: 0, modified: 0, inserted: after };
  return { matched: after ? 1 : 0, modified: after === before ? 0 : 1 };
}

/** Throws unless the value can be an update: a document or a pipeline. */
function requireUpdate(update: Value | undefined): asserts update is Document | Document[] {
  if (isDocument(update) || (Array.isArray(update) && update.every(isDocument))) return;
  throw failedToParse('an update must be a document or a pipeline');
}

function readUpdate(update: Value | undefined, arrayFilters: Value | undefined, query: Query): Update {
  requireUpdate(update);
  return compileUpdate(update, {
    filter: query.filter,
    ...(Array.isArray(arrayFilters) && { arrayFilters: arrayFilters.filter(isDocument) }),
    ...(query.vars && { vars: query.vars }),
  });
}

/** Updates the first match. If there is none and upsert is set, inserts a document. */
function modifyFirst(context: Context, view: View, { query, update, isUpsert }: Modification): Outcome {
  if (isUpsert) requireUpsertable(query.filter);
  const row = firstMatch(context, view, query);
  if (row) return modifyRow(context, view, row, update);
  if (!isUpsert) return {};
  const after = withId(update.apply(upsertSeed(query.filter, update.isReplacement), true));
  insertRecord(view, () => openCollection(context), after, encode(after));
  return { after };
}

/** Updates every match. If there is none and upsert is set, inserts a document. */
function modifyAll(context: Context, view: View, modification: Modification): Counts {
  if (modification.isUpsert) requireUpsertable(modification.query.filter);
  const rows = allMatches(context, view, modification.query);
  if (rows.length === 0) return countsOf(modifyFirst(context, view, modification));
  const outcomes = rows.map((row) => countsOf(modifyRow(context, view, row, modification.update)));
  return { matched: rows.length, modified: outcomes.filter(({ modified }) => modified > 0).length };
}

function removeFirst(context: Context, view: View, query: Query): Document | undefined {
  const row = firstMatch(context, view, query);
  if (row) removeRecord(view, openCollection(context), row.record, row.document);
  return row?.document;
}

/** Returns how many documents were removed. */
function removeAll(context: Context, view: View, query: Query): number {
  const rows = allMatches(context, view, query);
  for (const { record, document } of rows) {
    context.timeLimit.check();
    removeRecord(view, openCollection(context), record, document);
  }
  return rows.length;
}

function firstMatch(context: Context, view: View, query: Query): Row | undefined {
  const collection = findCollection(context);
  if (!collection) checkQuery(query);
  return collection && (selectSync(view, collection, { ...query, limit: 1 }).next().value ?? undefined);
}

/** Finds all matches before the first is changed, because a change may move a document within the index being read. */
function allMatches(context: Context, view: View, query: Query): Row[] {
  const collection = findCollection(context);
  if (!collection) checkQuery(query);
  return collection ? [...selectSync(view, collection, query)] : [];
}

function modifyRow(context: Context, view: View, row: Row, update: Update): Outcome {
  context.timeLimit.check();
  const collection = openCollection(context);
  const before = row.document;
  const changed = new ChangedPaths();
  const after = update.apply(before, false, changed);
  if (after === before) return { before, after };
  const bytes = encode(after);
  const description = update.describe(before, after, changed);
  changeRecord(view, collection, { record: row.record, before, after, bytes, description });
  return { before, after };
}
