import type { Document, Value } from '../document.ts';
import { isDocument } from '../document.ts';
import { MongoError, refuse, unknownStage } from '../errors.ts';
import { compileCount, compileGroup } from './group.ts';
import type { CompileStage, Stage } from './stage.ts';
import {
  compileAddFieldsStage,
  compileLimit,
  compileMatchStage,
  compileProjectStage,
  compileReplaceRoot,
  compileSkip,
  compileSortStage,
  compileUnset,
} from './stages.ts';

const stages = new Map<string, CompileStage>([
  ['$match', compileMatchStage],
  ['$sort', compileSortStage],
  ['$skip', compileSkip],
  ['$limit', compileLimit],
  ['$project', compileProjectStage],
  ['$addFields', compileAddFieldsStage],
  ['$set', compileAddFieldsStage],
  ['$unset', compileUnset],
  ['$group', compileGroup],
  ['$count', compileCount],
  ['$replaceRoot', compileReplaceRoot],
  ['$replaceWith', compileReplaceRoot],
]);

const refusedStages = new Set(
  (
    '$bucket $bucketAuto $changeStreamSplitLargeEvent $collStats $currentOp $densify $documents $facet ' +
    '$fill $geoNear $graphLookup $indexStats $listLocalSessions $listSearchIndexes $listSessions $lookup $merge $out ' +
    '$planCacheStats $redact $sample $search $searchMeta $setWindowFields $sortByCount $unionWith ' +
    '$unwind $vectorSearch'
  ).split(' '),
);

/** Whether MongoDB has a stage of this name, even if it is not supported here. */
export const isStage = (name: string) => stages.has(name) || refusedStages.has(name) || name === '$changeStream';

/** Throws when a name is not one of MongoDB's stages. */
export function requireStages(pipeline: Value[]): void {
  for (const stage of pipeline) {
    const [name] = stageEntry(stage);
    if (!isStage(name)) throw unknownStage(name);
  }
}

const updateStages = new Set(['$addFields', '$set', '$unset', '$project', '$replaceRoot', '$replaceWith']);

/** Compiles the pipeline into one function from documents to documents, which is lazy where its stages are. */
export function compilePipeline(pipeline: Document[], vars?: Document): Stage {
  const compiled = pipeline.map((stage) => {
    const [name, argument] = stageEntry(stage);
    const compile = stages.get(name);
    if (compile) return compile(argument, vars, name);
    throw refusedStages.has(name) ? refuse(name) : unknownStage(name);
  });
  return (input) => compiled.reduce<Iterable<Document | undefined>>((docs, stage) => stage(docs), input);
}

/** Compiles the pipeline of an update: one document in, one document out, using only the stages allowed there. */
export function compileUpdatePipeline(pipeline: Document[], vars?: Document): (doc: Document) => Document {
  requireStages(pipeline);
  for (const stage of pipeline) {
    const [name] = stageEntry(stage);
    if (!updateStages.has(name)) throw new MongoError(72, `${name} is not allowed to be used within an update`);
  }
  const run = compilePipeline(pipeline, vars);
  return (doc) => {
    const [result] = run([doc]);
    return result as Document;
  };
}

function stageEntry(stage: Value): [string, Value] {
  const entries = isDocument(stage) ? Object.entries(stage) : [];
  const [entry] = entries;
  if (!entry || entries.length > 1) {
    throw new MongoError(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  return entry;
}
