import { encodeKey } from '../bson/keystring.ts';
import { add } from '../bson/numbers.ts';
import {
  type Document,
  describeValue,
  doubleOf,
  getField,
  isDocument,
  isNumber,
  type NumberValue,
  setField,
  toNumber,
  typeName,
  type Value,
} from '../document.ts';
import { MongoError, refuse, unknownStage } from '../errors.ts';
import { compileExpression, type Expression } from '../query/expr.ts';
import { compileMatch } from '../query/match.ts';
import { compileAddFields, compileProjection } from '../query/project.ts';
import { compileSort } from '../query/sort.ts';

/** Maps documents to documents. An undefined in the input means that other work should run first; it is passed on. */
export type Stage = (input: Iterable<Document | undefined>) => Iterable<Document | undefined>;

/** `vars` contains the values of the command's `let` variables. */
type CompileStage = (argument: Value, vars: Document | undefined, name: string) => Stage;

function mapping(change: (doc: Document) => Document): Stage {
  return function* (input) {
    for (const doc of input) yield doc && change(doc);
  };
}

function requireDocument(argument: Value, name: string, code: number): Document {
  if (isDocument(argument)) return argument;
  throw new MongoError(code, `the ${name} stage specification must be an object, not ${typeName(argument)}`);
}

const compileMatchStage: CompileStage = (argument, vars, name) => {
  const matches = compileMatch(requireDocument(argument, name, 15959), vars);
  return function* (input) {
    for (const doc of input) if (!doc || matches(doc)) yield doc;
  };
};

const compileSortStage: CompileStage = (argument, _vars, name) => {
  const spec = requireDocument(argument, name, 15973);
  if (Object.keys(spec).length === 0) throw new MongoError(15976, '$sort stage must have at least one sort key');
  const sort = compileSort(spec);
  return function* (input) {
    const docs: Document[] = [];
    for (const doc of input) {
      if (doc) docs.push(doc);
      else yield undefined;
    }
    yield* sort(docs, (doc) => doc);
  };
};

function wholeNumber(argument: Value, name: string, least: number, code: number): number {
  const number = toNumber(argument);
  if (!isNumber(argument) || !Number.isInteger(number) || number < least || number >= 2 ** 63) {
    throw new MongoError(
      code,
      `invalid argument to ${name} stage: Expected a ${least ? 'positive' : 'non-negative'} number in: ${name}: ${describeValue(argument)}`,
    );
  }
  return number;
}

const compileSkip: CompileStage = (argument, _vars, name) => {
  const count = wholeNumber(argument, name, 0, 5107200);
  return function* (input) {
    let seen = 0;
    for (const doc of input) if (!doc || seen++ >= count) yield doc;
  };
};

const compileLimit: CompileStage = (argument, _vars, name) => {
  const count = wholeNumber(argument, name, 1, 15958);
  return function* (input) {
    let left = count;
    for (const doc of input) {
      yield doc;
      if (doc && --left === 0) return;
    }
  };
};

const compileProjectStage: CompileStage = (argument, vars, name) => {
  const spec = requireDocument(argument, name, 15969);
  if (Object.keys(spec).length > 0) return mapping(compileProjection(spec, vars));
  throw new MongoError(51272, 'Invalid $project :: caused by :: projection specification must have at least one field');
};

const compileAddFieldsStage: CompileStage = (argument, vars, name) =>
  mapping(compileAddFields(requireDocument(argument, name, 40272), vars));

const compileUnset: CompileStage = (argument) => {
  const fields = Array.isArray(argument) ? argument : [argument];
  if (fields.length === 0 || fields.some((field) => typeof field !== 'string')) {
    throw new MongoError(31002, '$unset specification must be a string or an array containing only string values');
  }
  if (new Set(fields).size < fields.length) throw new MongoError(31250, 'Path collision in $unset');
  return mapping(compileProjection(Object.fromEntries(fields.map((field) => [field, 0]))));
};

const compileReplaceRoot: CompileStage = (argument, vars, name) => {
  const isRoot = name === '$replaceRoot';
  if (isRoot && (!isDocument(argument) || argument.newRoot === undefined)) {
    throw new MongoError(40231, 'no newRoot specified for the $replaceRoot stage');
  }
  if (isRoot && Object.keys(argument as Document).length > 1) {
    throw new MongoError(40415, "BSON field '$replaceRoot' has an unknown field.");
  }
  const evaluate = compileExpression(isRoot ? ((argument as Document).newRoot as Value) : argument, vars);
  return mapping((doc) => {
    const root = evaluate(doc);
    if (isDocument(root)) return root;
    throw new MongoError(
      40228,
      `'newRoot' expression must evaluate to an object, but resulting value was: ${describeValue(root)}. Type of resulting value: '${typeName(root)}'.`,
    );
  });
};

/** Values that are not numbers are ignored. A long that overflows becomes a double. */
function addUp(sum: NumberValue, value: Value | undefined): NumberValue {
  if (!isNumber(value)) return sum;
  return add(sum, value) ?? doubleOf(toNumber(sum) + toNumber(value));
}

/** Groups appear in the order of their first documents. */
const compileGroup: CompileStage = (argument, vars) => {
  if (!isDocument(argument)) throw new MongoError(15947, "a group's fields must be specified in an object");
  const { _id: id, ...rest } = argument;
  if (id === undefined) throw new MongoError(15955, 'a group specification must include an _id');
  const evaluateId = compileId(id, vars);
  const sums = Object.entries(rest).map(([name, spec]) => ({ name, evaluate: compileSum(name, spec, vars) }));
  return function* (input) {
    const groups = new Map<string, Document>();
    for (const doc of input) {
      if (!doc) {
        yield undefined;
        continue;
      }
      const _id = evaluateId(doc) ?? null;
      // Equal values have the same key, whatever their numeric type. Missing and null form one group.
      const key = encodeKey([_id], [1]).toString('latin1');
      const group = groups.get(key) ?? { _id };
      groups.set(key, group);
      for (const { name, evaluate } of sums) {
        setField(group, name, addUp((getField(group, name) ?? 0) as NumberValue, evaluate(doc)));
      }
    }
    yield* groups.values();
  };
};

/** Computes the _id of a group. As in MongoDB, the field of an _id with one field is null when its value is missing. */
function compileId(id: Value, vars: Document | undefined): Expression {
  const entries = isDocument(id) ? Object.entries(id) : [];
  if (entries[0]?.[0].startsWith('$') !== false) return compileExpression(id, vars);
  if (entries.some(([, value]) => typeof value === 'boolean' || isNumber(value))) {
    throw new MongoError(17390, '$group does not support inclusion-style expressions');
  }
  const evaluate = compileExpression(id, vars);
  if (entries.length > 1) return evaluate;
  const [name] = entries[0] as [string, Value];
  return (doc) => ({ [name]: getField(evaluate(doc) as Document, name) ?? null });
}

/** Counts the documents into a field of the given name. Produces nothing when there are no documents. */
const compileCount: CompileStage = (name, vars) => {
  if (typeof name !== 'string' || name === '' || /^\$|\./.test(name)) {
    throw new MongoError(40156, 'the count field must be a non-empty string without $ at its start and without dots');
  }
  const group = compileGroup({ _id: null, [name]: { $sum: 1 } }, vars, '$group');
  return function* (input) {
    for (const doc of group(input)) yield doc && { [name]: doc[name] ?? null };
  };
};

function compileSum(name: string, spec: Value, vars: Document | undefined): Expression {
  const entries = isDocument(spec) ? Object.entries(spec) : [];
  const [entry] = entries;
  if (!entry) throw new MongoError(40234, `The field '${name}' must be an accumulator object`);
  if (entries.length > 1) throw new MongoError(40238, `The field '${name}' must specify one accumulator`);
  if (name.includes('.')) throw new MongoError(40235, `The field name '${name}' cannot contain '.'`);
  if (name.startsWith('$')) throw new MongoError(40236, `The field name '${name}' cannot be an operator name`);
  const [operator, argument] = entry;
  if (operator !== '$sum') throw refuse(`the accumulator ${operator}`);
  if (Array.isArray(argument)) throw new MongoError(40237, `The ${operator} accumulator is a unary operator`);
  return compileExpression(argument, vars);
}

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
