import { encode } from '../../bson/codec.ts';
import { type Document, isNumber, toNumber } from '../../document.ts';
import { MongoError, refuse, typeMismatch } from '../../errors.ts';
import { documentRange, indexRange } from '../../file/keys.ts';
import { isTruthy } from '../../query/expr.ts';
import { compileMatch } from '../../query/match.ts';
import type { Collection } from '../../store/catalog.ts';
import { clearRange } from '../../store/records.ts';
import type { View } from '../../store/view.ts';
import type { Reply } from '../../wire/reply.ts';
import {
  type Command,
  type Context,
  fieldsOf,
  findCollection,
  namespaceOf,
  openCollection,
  optionalDocument,
  requireName,
} from '../command.ts';
import { readBatchSize, replyWithCursor } from '../read/cursors.ts';

const refusedOptions =
  'size max collation validator timeseries viewOn pipeline clusteredIndex expireAfterSeconds encryptedFields ' +
  'changeStreamPreAndPostImages validationLevel validationAction';

export const create: Command = {
  fields: fieldsOf({ any: refusedOptions, 'flag?': 'capped' }),
  check: requireName,
  write(context) {
    const { body } = context;
    context.transaction?.requireLocalReads();
    for (const option of refusedOptions.split(' ')) {
      if ((body[option] ?? null) !== null) throw refuse(`create with ${option}`);
    }
    if (isTruthy(body.capped)) throw refuse('a capped collection');
    if (findCollection(context)) {
      throw new MongoError(48, `Collection ${namespaceOf(context)} already exists.`);
    }
    openCollection(context);
    return { fields: {} };
  },
};

function dropCollections(context: Context, view: View, collections: Collection[]): void {
  for (const collection of collections) context.engine.sessions.requireIdle(collection);
  for (const collection of collections) {
    clearRange(view, documentRange(collection.id));
    for (const index of collection.indexes) clearRange(view, indexRange(index.id));
    view.log({ type: 'drop', namespace: collection.namespace, body: encode({}) });
    context.engine.catalog.remove(collection);
  }
}

export const drop: Command = {
  fields: fieldsOf({}),
  isForbiddenInTransaction: true,
  write(context, view): Reply {
    const collection = findCollection(context);
    if (!collection) return { fields: {} };
    dropCollections(context, view, [collection]);
    return { fields: { ns: collection.namespace, nIndexesWas: collection.indexes.length } };
  },
};

export const dropDatabase: Command = {
  fields: fieldsOf({}),
  isForbiddenInTransaction: true,
  write(context, view) {
    const { db, engine, body } = context;
    if (!isNumber(body.dropDatabase)) throw typeMismatch('dropDatabase must be 1');
    if (Math.trunc(toNumber(body.dropDatabase)) !== 1) throw new MongoError(5_255_100, 'dropDatabase must be 1');
    dropCollections(context, view, engine.catalog.inDatabase(db));
    if (engine.catalog.removeDatabase(db)) view.log({ type: 'dropDatabase', namespace: db, body: encode({}) });
    return { fields: { dropped: db } };
  },
};

export const listCollections: Command = {
  fields: fieldsOf({ 'document?': 'filter cursor', 'boolean?': 'nameOnly authorizedCollections' }),
  isForbiddenInTransaction: true,
  read(context) {
    const { engine, db, body } = context;
    const matches = compileMatch(optionalDocument(body.filter, 'filter') ?? {});
    const found = engine.catalog
      .inDatabase(db)
      .map(({ name, indexes }) => {
        const plain: Document = { name, type: 'collection' };
        const [idIndex] = indexes;
        return body.nameOnly === true || !idIndex
          ? plain
          : { ...plain, options: {}, info: { readOnly: false }, idIndex: idIndex.definition };
      })
      .filter((document) => matches(document));
    const results = found.map((document) => encode(document)).values();
    const namespace = `${db}.$cmd.listCollections`;
    return replyWithCursor(context, results, { namespace, batchSize: readBatchSize(context) });
  },
};
