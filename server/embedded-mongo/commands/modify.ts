import { encode } from '../bson/codec.ts';
import { type Document, isDocument, type Value } from '../bson/document.ts';
import { failedToParse } from '../errors.ts';
import { compileMatch, type Matcher } from '../query/match.ts';
import { documentKey } from '../store/keys.ts';
import { changeRecord, insertRecord, removeRecord } from '../store/records.ts';
import { Row } from '../store/scan.ts';
import { type Query, selectAtOnce } from '../store/select.ts';
import type { View, Work } from '../store/view.ts';
import { compileUpdate } from '../update/compile.ts';
import { upsertSeed } from '../update/upsert.ts';
import { type Context, findCollection, openCollection } from './command.ts';
import { withId } from './insert.ts';

export type Update = ReturnType<typeof compileUpdate>;

export interface Modification {
  query: Query;
  update: Update;
  isUpsert: boolean;
}

/** The document as it was, unless it is new, and as it is now: the very same one when nothing changed. */
export interface Outcome {
  before?: Document;
  after?: Document;
}

export interface Counts {
  matched: number;
  modified: number;
  /** The document that was made for want of a match. */
  inserted?: Document;
}

export function countsOf({ before, after }: Outcome): Counts {
  if (after && !before) return { matched: 0, modified: 0, inserted: after };
  return { matched: after ? 1 : 0, modified: after === before ? 0 : 1 };
}

export function readUpdate(update: Value | undefined, arrayFilters: Value | undefined, vars?: Document): Update {
  const isPipeline = Array.isArray(update) && update.every(isDocument);
  if (!isPipeline && !isDocument(update)) throw failedToParse('an update must be a document or a pipeline');
  return compileUpdate(update, {
    ...(Array.isArray(arrayFilters) && { arrayFilters: arrayFilters.filter(isDocument) }),
    ...(vars && { vars }),
  });
}

/** Updates the first match, or inserts when there is none and that is wanted. Looks anew after each wait. */
export function* modifyFirst(context: Context, view: View, modification: Modification): Work<Outcome> {
  const { query, update, isUpsert } = modification;
  for (;;) {
    const row = firstMatch(context, view, query);
    if (!row) {
      if (!isUpsert) return {};
      const document = withId(update.apply(upsertSeed(query.filter), true));
      if (insertRecord(view, openCollection(context), document, encode(document))) {
        return { after: document };
      }
    } else {
      const outcome = modifyRow(context, view, row, update);
      if (outcome) return outcome;
    }
    yield;
  }
}

/** Updates every match; where there is none and that is wanted, inserts. */
export function* modifyAll(context: Context, view: View, modification: Modification): Work<Counts> {
  const { query, update, isUpsert } = modification;
  let modified = 0;
  const matched = yield* forEachMatch(context, view, query, (row) => {
    const outcome = modifyRow(context, view, row, update);
    if (outcome && outcome.after !== outcome.before) modified++;
    return outcome !== undefined;
  });
  if (matched > 0 || !isUpsert) return { matched, modified };
  return countsOf(yield* modifyFirst(context, view, modification));
}

export function* removeFirst(context: Context, view: View, query: Query): Work<Document | undefined> {
  for (;;) {
    const row = firstMatch(context, view, query);
    if (!row || removeRecord(view, openCollection(context), row.record, row.document)) return row?.document;
    yield;
  }
}

export function removeAll(context: Context, view: View, query: Query): Work<number> {
  return forEachMatch(context, view, query, ({ record, document }) =>
    removeRecord(view, openCollection(context), record, document),
  );
}

/**
 * Does something with every match; it answers false when it has to wait. All are found before the first is changed, as a
 * change may move a document within the index being read. Gives how many there were.
 */
function* forEachMatch(context: Context, view: View, query: Query, act: (row: Row) => boolean): Work<number> {
  const matches = compileMatch(query.filter, query.vars);
  const collection = findCollection(context);
  const rows = collection ? [...selectAtOnce(view, collection, query)] : [];
  let count = 0;
  let hasWaited = false;
  for (const row of rows) {
    for (;;) {
      // After a wait, what was found before may be gone or changed.
      const current = hasWaited ? readAgain(context, view, row.record, matches) : row;
      if (!current) break;
      if (act(current)) {
        count++;
        break;
      }
      yield;
      hasWaited = true;
    }
  }
  return count;
}

function firstMatch(context: Context, view: View, query: Query): Row | undefined {
  const collection = findCollection(context);
  return collection && (selectAtOnce(view, collection, { ...query, limit: 1 }).next().value ?? undefined);
}

/** The row after a wait, if it is still there and still matches. */
function readAgain(context: Context, view: View, record: number, matches: Matcher): Row | undefined {
  const collection = findCollection(context);
  const bytes = collection && view.get(documentKey(collection.id, record));
  if (!bytes) return undefined;
  const row = new Row(record, bytes);
  return matches(row.document) ? row : undefined;
}

/** Undefined when it has to wait. */
function modifyRow(context: Context, view: View, row: Row, update: Update): Outcome | undefined {
  const collection = openCollection(context);
  if (!view.lock(documentKey(collection.id, row.record))) return undefined;
  const before = row.document;
  const after = update.apply(before);
  const bytes = after === before ? row.bytes : encode(after);
  if (row.bytes.equals(bytes)) return { before, after: before };
  const isDone = changeRecord(view, collection, { record: row.record, before, after, bytes }, update.isReplacement);
  return isDone ? { before, after } : undefined;
}
