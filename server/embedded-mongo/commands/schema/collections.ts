import { encode } from '../../bson/codec.ts';
import type { Document } from '../../bson/document.ts';
import { MongoError, refuse } from '../../errors.ts';
import { compileMatch } from '../../query/match.ts';
import type { Collection } from '../../store/catalog.ts';
import { documentRange, indexRange } from '../../store/keys.ts';
import { clearRange } from '../../store/records.ts';
import type { View } from '../../store/view.ts';
import type { Reply } from '../../wire/reply.ts';
import {
  type Command,
  type Context,
  findCollection,
  namespaceOf,
  openCollection,
  optionalDocument,
} from '../command.ts';
import { replyWithCursor } from '../read/cursors.ts';

const refusedOptions =
  'capped collation validator timeseries viewOn pipeline clusteredIndex expireAfterSeconds encryptedFields changeStreamPreAndPostImages'.split(
    ' ',
  );

export const create: Command = {
  fields: ['size', 'max', 'validationLevel', 'validationAction', ...refusedOptions],
  write(context) {
    const { body } = context;
    for (const option of refusedOptions) if (body[option]) throw refuse(`create with ${option}`);
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
  fields: [],
  isForbiddenInTransaction: true,
  write(context, view): Reply {
    const collection = findCollection(context);
    if (!collection) return { fields: {} };
    dropCollections(context, view, [collection]);
    return { fields: { ns: collection.namespace, nIndexesWas: collection.indexes.length } };
  },
};

export const dropDatabase: Command = {
  fields: [],
  isForbiddenInTransaction: true,
  write(context, view) {
    const { db, engine } = context;
    dropCollections(context, view, engine.catalog.inDatabase(db));
    if (engine.catalog.removeDatabase(db)) view.log({ type: 'dropDatabase', namespace: db, body: encode({}) });
    return { fields: { dropped: db } };
  },
};

export const listCollections: Command = {
  fields: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'],
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
    return replyWithCursor(context, results, { namespace: `${db}.$cmd.listCollections` });
  },
};
