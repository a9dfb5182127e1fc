import { compilePipeline, requireStages, type Stage } from '../../aggregate/pipeline.ts';
import { encode } from '../../bson/codec.ts';
import { type Document, isDocument } from '../../document.ts';
import { failedToParse, refuse } from '../../errors.ts';
import { compileMatch } from '../../query/match.ts';
import { type Row, select } from '../../search/select.ts';
import { type Command, type Context, fieldsOf, findCollection, requireFields } from '../command.ts';
import { openChangeStream } from './changestream.ts';
import { readBatchSize, replyWithCursor } from './cursors.ts';
import { readQuery } from './find.ts';

export const aggregate: Command = {
  fields: fieldsOf({
    documents: 'pipeline',
    document: 'cursor',
    'document?': 'let collation',
    boolean: 'allowDiskUse explain',
    'flag?': 'bypassDocumentValidation',
    hint: 'hint',
  }),
  check(context) {
    const { body } = context;
    if (body.explain) throw refuse('explain of aggregate');
    requireFields(body, ['pipeline'], 'aggregate');
    if (!body.cursor) throw failedToParse("The 'cursor' option is required");
    requireStages(body.pipeline as Document[]);
    readBatchSize(context);
  },
  async read(context, reader) {
    const { body } = context;
    const pipeline = body.pipeline as Document[];
    const batchSize = readBatchSize(context);
    if (pipeline[0] && '$changeStream' in pipeline[0]) return openChangeStream(context, pipeline);
    if (typeof body.aggregate !== 'string') throw refuse('aggregate without a collection');

    const { query, rest } = takeQuery(context, pipeline);
    compileMatch(query.filter, query.vars); // an invalid filter is an error even when the collection is empty
    const process = compilePipeline(rest, query.vars);
    const collection = findCollection(context);
    const rows = collection ? select(reader, collection, query) : [];
    return replyWithCursor(context, run(rows, process), { batchSize, collection });
  },
};

function* run(rows: Iterable<Row | undefined>, process: Stage): Generator<Uint8Array | undefined, void> {
  const input = (function* () {
    for (const row of rows) yield row?.document;
  })();
  for (const document of process(input)) yield document && encode(document);
}

/**
 * Splits the pipeline: the leading filters become a query, which can use an index, and `rest` are the stages after
 * them.
 */
function takeQuery(context: Context, pipeline: Document[]) {
  const isFilter = (stage: Document) => Object.keys(stage).length === 1 && isDocument(stage.$match);
  const end = pipeline.findIndex((stage) => !isFilter(stage));
  const at = end < 0 ? pipeline.length : end;
  const filters = pipeline.slice(0, at).map(({ $match = null }) => $match);
  const filter = filters.length > 1 ? { $and: filters } : (filters[0] ?? {});
  return { query: readQuery(context, { ...context.body, filter }), rest: pipeline.slice(at) };
}
