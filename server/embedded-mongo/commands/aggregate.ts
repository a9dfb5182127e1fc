import { compilePipeline } from '../aggregate/pipeline.ts';
import { encode } from '../bson/codec.ts';
import { type Document, isDocument } from '../bson/document.ts';
import { failedToParse, refuse } from '../errors.ts';
import type { Reader } from '../store/lmdb.ts';
import { type Query, select } from '../store/select.ts';
import { openChangeStream } from './changestream.ts';
import { type Command, type Context, findCollection, namespaceOf, naturalNumber, optionalDocument } from './command.ts';
import { replyWithCursor } from './cursors.ts';
import { refuseCollation } from './find.ts';

const fields = [
  'pipeline',
  'cursor',
  'let',
  'hint',
  'collation',
  'allowDiskUse',
  'explain',
  'bypassDocumentValidation',
];

export const aggregate: Command = {
  fields,
  read(context, reader) {
    const { body, engine } = context;
    refuseCollation(body.collation);
    if (body.explain) throw refuse('explain of aggregate');
    const { pipeline } = body;
    if (!Array.isArray(pipeline) || !pipeline.every(isDocument))
      throw failedToParse("'pipeline' must be an array of documents");
    const cursor = optionalDocument(body.cursor, 'cursor') ?? {};
    const batchSize = naturalNumber(cursor.batchSize, 'batchSize');
    if (pipeline[0] && '$changeStream' in pipeline[0]) return openChangeStream(context, pipeline);
    if (typeof body.aggregate !== 'string') throw refuse('aggregate without a collection');

    return replyWithCursor(engine.cursors, run(context, reader, pipeline), {
      namespace: namespaceOf(context),
      ...(batchSize !== undefined && { batchSize }),
    });
  },
};

function run(context: Context, reader: Reader, pipeline: Document[]): Iterator<Uint8Array> {
  const { engine, db, body } = context;
  const { query, rest } = takeQuery(pipeline);
  const vars = optionalDocument(body.let, 'let');
  if (vars) query.vars = vars;
  if (body.hint !== undefined) query.hint = body.hint;
  const collection = findCollection(context);
  const rows = collection ? select(reader, collection, query) : [];
  if (rest.length === 0) {
    return (function* () {
      for (const row of rows) yield row.bytes;
    })();
  }

  const process = compilePipeline(rest, {
    lookup(name, filter) {
      const foreign = engine.catalog.find(`${db}.${name}`);
      if (foreign) context.transaction?.checkCollection(foreign);
      return foreign ? [...select(reader, foreign, { filter })].map((row) => row.document) : [];
    },
    ...(vars && { vars }),
  });
  return (function* () {
    const input = (function* () {
      for (const row of rows) yield row.document;
    })();
    for (const document of process(input)) yield encode(document);
  })();
}

/** The leading stages that an index can answer, as a query. */
function takeQuery(pipeline: Document[]): { query: Query; rest: Document[] } {
  let at = 0;
  const filters: Document[] = [];
  for (; isDocument(pipeline[at]?.$match); at++) filters.push(pipeline[at]?.$match as Document);
  const query: Query = { filter: filters.length > 1 ? { $and: filters } : (filters[0] ?? {}) };
  const sort = pipeline[at]?.$sort;
  if (isDocument(sort)) {
    query.sort = sort;
    at++;
  }
  const skip = pipeline[at]?.$skip;
  if (typeof skip === 'number' && skip >= 0) {
    query.skip = skip;
    at++;
  }
  const limit = pipeline[at]?.$limit;
  if (typeof limit === 'number' && limit > 0) {
    query.limit = limit;
    at++;
  }
  return { query, rest: pipeline.slice(at) };
}
