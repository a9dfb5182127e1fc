import { encode } from '../bson/codec.ts';
import type { Document } from '../bson/document.ts';
import { MongoError, refuse } from '../errors.ts';
import { compileMatch } from '../query/match.ts';
import { documentRange, indexRange } from '../store/keys.ts';
import { clearRange } from '../store/records.ts';
import type { View } from '../store/view.ts';
import {
  type Command,
  type Context,
  findCollection,
  isBusy,
  namespaceOf,
  openCollection,
  optionalDocument,
} from './command.ts';
import { replyWithCursor } from './cursors.ts';

const refusedOptions =
  'capped collation validator timeseries viewOn pipeline clusteredIndex encryptedFields changeStreamPreAndPostImages'.split(
    ' ',
  );

export const create: Command = {
  fields: ['size', 'max', 'validationLevel', 'validationAction', ...refusedOptions],
  // biome-ignore lint/correctness/useYield: making a collection never has to wait
  *write(context) {
    const { body } = context;
    for (const option of refusedOptions) if (body[option]) throw refuse(`create with ${option}`);
    if (findCollection(context)) {
      throw new MongoError(48, `Collection ${namespaceOf(context)} already exists.`);
    }
    openCollection(context);
    return { fields: {} };
  },
};

function* dropCollection(context: Context, view: View, namespace: string) {
  const { catalog } = context.engine;
  for (let collection = catalog.find(namespace); collection; collection = catalog.find(namespace)) {
    if (isBusy(context, collection)) {
      yield;
      continue;
    }
    clearRange(view, documentRange(collection.id));
    for (const index of collection.indexes) clearRange(view, indexRange(index.id));
    view.log({ type: 'drop', namespace, body: encode({}) });
    catalog.remove(collection);
  }
}

export const drop: Command = {
  fields: [],
  isForbiddenInTransaction: true,
  *write(context, view) {
    yield* dropCollection(context, view, namespaceOf(context));
    return { fields: { ns: namespaceOf(context) } };
  },
};

export const dropDatabase: Command = {
  fields: [],
  isForbiddenInTransaction: true,
  *write(context, view) {
    const { db, engine } = context;
    for (const { namespace } of engine.catalog.inDatabase(db)) yield* dropCollection(context, view, namespace);
    view.log({ type: 'dropDatabase', namespace: db, body: encode({}) });
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
