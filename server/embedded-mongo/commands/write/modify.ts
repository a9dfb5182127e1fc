import { encode } from '../../bson/codec.ts';
import { type Document, isDocument, type Value } from '../../document.ts';
import { failedToParse } from '../../errors.ts';
import type { Row } from '../../search/scan.ts';
import { checkQuery, type Query, selectSync } from '../../search/select.ts';
import { changeRecord, insertRecord, removeRecord } from '../../store/records.ts';
import type { View } from '../../store/view.ts';
import { ChangedPaths } from '../../update/changedPaths.ts';
import { compileUpdate } from '../../update/compile.ts';
import { requireUpsertable, upsertSeed } from '../../update/upsert.ts';
import { type Context, findCollection, openCollection } from '../command.ts';
import { withId } from './insert.ts';

export type Update = ReturnType<typeof compileUpdate>;

export interface Modification {
  query: Query;
  update: Update;
  isUpsert: boolean;
}

/** The document before (absent when inserted) and after. Both are the same object when nothing changed. */
export interface Outcome {
  before?: Document;
  after?: Document;
}

export interface Counts {
  matched: number;
  modified: number;
  /** The document that an upsert inserted. */
  inserted?: Document;
}

export function countsOf({ before, after }: Outcome): Counts {
  if (after && !before) return { matched: 0, modified: 0, inserted: after };
  return { matched: after ? 1 : 0, modified: after === before ? 0 : 1 };
}

/** Throws unless the value can be an update: a document or a pipeline. */
export function requireUpdate(update: Value | undefined): asserts update is Document | Document[] {
  if (isDocument(update) || (Array.isArray(update) && update.every(isDocument))) return;
  throw failedToParse('an update must be a document or a pipeline');
}

export function readUpdate(update: Value | undefined, arrayFilters: Value | undefined, query: Query): Update {
  requireUpdate(update);
  return compileUpdate(update, {
    filter: query.filter,
    ...(Array.isArray(arrayFilters) && { arrayFilters: arrayFilters.filter(isDocument) }),
    ...(query.vars && { vars: query.vars }),
  });
}

/** Updates the first match. Inserts a document when there is none and upsert is set. */
export function modifyFirst(context: Context, view: View, { query, update, isUpsert }: Modification): Outcome {
  if (isUpsert) requireUpsertable(query.filter);
  const row = firstMatch(context, view, query);
  if (row) return modifyRow(context, view, row, update);
  if (!isUpsert) return {};
  const after = withId(update.apply(upsertSeed(query.filter, update.isReplacement), true));
  insertRecord(view, () => openCollection(context), after, encode(after));
  return { after };
}

/** Updates every match. Inserts a document when there is none and upsert is set. */
export function modifyAll(context: Context, view: View, modification: Modification): Counts {
  if (modification.isUpsert) requireUpsertable(modification.query.filter);
  const rows = allMatches(context, view, modification.query);
  if (rows.length === 0) return countsOf(modifyFirst(context, view, modification));
  const outcomes = rows.map((row) => countsOf(modifyRow(context, view, row, modification.update)));
  return { matched: rows.length, modified: outcomes.filter(({ modified }) => modified > 0).length };
}

export function removeFirst(context: Context, view: View, query: Query): Document | undefined {
  const row = firstMatch(context, view, query);
  if (row) removeRecord(view, openCollection(context), row.record, row.document);
  return row?.document;
}

/** Returns how many documents were removed. */
export function removeAll(context: Context, view: View, query: Query): number {
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
