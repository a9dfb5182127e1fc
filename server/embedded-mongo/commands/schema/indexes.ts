import { encode } from '../../bson/codec.ts';
import type { Document, Value } from '../../document.ts';
import { badValue, duplicateKey, MongoError, refuse } from '../../errors.ts';
import { documentRange, indexKey, indexRange } from '../../file/keys.ts';
import { wholeCollection } from '../../search/planner.ts';
import { scan } from '../../search/scan.ts';
import { type Collection, type Index, makeIdIndex } from '../../store/catalog.ts';
import { entryOf } from '../../store/indexes.ts';
import type { Reader } from '../../store/lmdb.ts';
import { clearRange, putEntry } from '../../store/records.ts';
import type { View } from '../../store/view.ts';
import { type Command, documents, findCollection, missing, namespaceOf, openCollection } from '../command.ts';
import { fieldsOf } from '../fields.ts';
import { readBatchSize, replyWithCursor } from '../read/cursors.ts';
import { findEqualIndex, namedIndexes, readIndex } from './definition.ts';

const maxIndexes = 64;
/** How many members must have built an index: here it is always one. */
const quorums: Value[] = [null, 0, 1, 'majority', 'votingMembers'];

export const createIndexes: Command = {
  fields: fieldsOf({ documents: 'indexes', any: 'commitQuorum', 'flag?': 'ignoreUnknownIndexOptions' }),
  write(context, view) {
    const { engine, transaction, body } = context;
    transaction?.requireLocalReads();
    const wanted = documents(context, 'indexes').map(readIndex);
    if (wanted.length === 0) throw badValue('Must specify at least one index to create');
    if (!quorums.includes(body.commitQuorum ?? null)) throw refuse('commitQuorum beyond one member');
    const found = findCollection(context);
    if (found && !transaction) engine.sessions.requireIdle(found);
    const existing = found?.indexes ?? [makeIdIndex(0)];
    const before = existing.length;
    const created = newIndexes(existing, wanted).map((index) => ({ ...index, id: engine.catalog.takeId() }));
    if (before + created.length > maxIndexes)
      throw new MongoError(67, `a collection has at most ${maxIndexes} indexes`);
    if (transaction && found && created.length > 0) {
      const isOwn = transaction.createdCollections.has(found.namespace);
      if (!isOwn || holdsDocuments(transaction, found)) {
        throw new MongoError(263, `Cannot create new indexes on ${found.namespace} in a transaction.`);
      }
    }
    const collection = openCollection(context); // only now, because an invalid command creates no collection
    if (created.length > 0 && collection.count > 0) engine.diskSpace.requireEnough();
    try {
      for (const index of created) build(view, collection, index);
    } catch (error) {
      for (const { id } of created) clearRange(view, indexRange(id)); // create all indexes or none
      throw error;
    }
    if (created.length > 0) {
      collection.indexes = [...collection.indexes, ...created];
      if (!transaction) collection.changedAt = engine.catalog.commits + 1;
      collection.isChanged = true;
    }
    const note: Document = created.length === 0 ? { note: 'all indexes already exist' } : {};
    const numIndexesAfter = collection.indexes.length;
    return { fields: { numIndexesBefore: before, numIndexesAfter, createdCollectionAutomatically: !found, ...note } };
  },
};

/** The wanted indexes that do not exist yet. */
function newIndexes(existing: Index[], wanted: Index[]): Index[] {
  const created: Index[] = [];
  for (const index of wanted) {
    const same = findEqualIndex([...existing, ...created], index);
    if (same && created.includes(same)) throw new MongoError(68, `Identical index already exists: ${index.name}`);
    if (!same) created.push(index);
  }
  return created;
}

function holdsDocuments(reader: Reader, { id }: Collection): boolean {
  const { start, end } = documentRange(id);
  return reader.range(start, end, { limit: 1 }).length > 0;
}

/** Adds all documents to a new index one by one, because there may be too many to hold their keys in memory. */
function build(view: View, collection: Collection, index: Index): void {
  for (const { record, document } of scan(view, collection, wholeCollection)) {
    const entry = entryOf(index, document);
    if (!entry) continue;
    if (index.isUnique && view.get(indexKey(index.id, entry.key))) {
      throw duplicateKey(collection.namespace, index, entry.values);
    }
    putEntry(view, collection, entry, record);
  }
}

export const listIndexes: Command = {
  fields: fieldsOf({ 'document?': 'cursor' }),
  isForbiddenInTransaction: true,
  read(context) {
    const collection = findCollection(context);
    if (!collection) throw missing(namespaceOf(context));
    const results = collection.indexes.map((index) => encode(index.definition)).values();
    return replyWithCursor(context, results, { batchSize: readBatchSize(context) });
  },
};

export const dropIndexes: Command = {
  fields: fieldsOf({ any: 'index' }),
  isForbiddenInTransaction: true,
  write(context, view) {
    const collection = findCollection(context);
    if (!collection) throw missing(namespaceOf(context));
    context.engine.sessions.requireIdle(collection);
    const before = collection.indexes.length;
    for (const index of namedIndexes(collection, context.body.index)) {
      clearRange(view, indexRange(index.id));
      collection.indexes = collection.indexes.filter((other) => other !== index);
    }
    collection.changedAt = context.engine.catalog.commits + 1;
    collection.isChanged = true;
    return { fields: { nIndexesWas: before } };
  },
};
