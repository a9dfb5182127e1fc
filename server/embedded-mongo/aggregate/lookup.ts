import { BSONRegExp } from 'bson';
import { describeDocument } from '../bson/describe.ts';
import { type Document, isDocument, setField, type Value } from '../bson/document.ts';
import { compilePath, visitPath } from '../bson/paths.ts';
import { failedToParse } from '../errors.ts';
import { compileExpression } from '../query/expr.ts';
import type { PipelineContext, Stage } from './stage.ts';

type CompilePipeline = (pipeline: Document[], context: PipelineContext) => Stage;

/** By equality of two fields, by a pipeline with variables, or both; the other collection is asked by filter, so by index. */
export function compileLookup(argument: Value, context: PipelineContext, compilePipeline: CompilePipeline): Stage {
  if (!isDocument(argument)) throw failedToParse('the $lookup stage specification must be an object');
  const { from, as, localField, foreignField, let: variables = {}, pipeline, ...rest } = argument;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw failedToParse(`unknown argument to $lookup: ${unknown}`);
  if (typeof from !== 'string' || typeof as !== 'string')
    throw failedToParse("$lookup needs 'from' and 'as' as strings");
  if (typeof localField !== typeof foreignField || (localField === undefined && pipeline === undefined)) {
    throw failedToParse('$lookup requires both or neither of "localField" and "foreignField" to be specified');
  }
  if (!isDocument(variables)) throw failedToParse("$lookup argument 'let' must be an object");
  const filterFor = localField === undefined ? () => ({}) : equalityFilter(String(localField), String(foreignField));
  const refine = pipeline === undefined ? undefined : compileInner(pipeline, variables, context, compilePipeline);
  const place = as.split('.');
  return function* (input) {
    for (const doc of input) {
      const found = refine
        ? refine(doc, (filter) => context.lookup(from, and(filterFor(doc), filter)))
        : context.lookup(from, filterFor(doc));
      yield withField(doc, place, found);
    }
  };
}

/** A local array means any of its elements; missing means null. */
function equalityFilter(localField: string, foreignField: string): (doc: Document) => Document {
  const path = compilePath(localField);
  return (doc) => {
    const values: Value[] = [];
    visitPath(doc, path, false, (value) => {
      if (Array.isArray(value)) values.push(...value);
      else values.push(value ?? null);
      return false;
    });
    const plain = values.filter((value) => !(value instanceof BSONRegExp));
    const exact = values.filter((value) => value instanceof BSONRegExp);
    const inList: Document =
      plain.length === 1 ? { [foreignField]: { $eq: plain[0] as Value } } : { [foreignField]: { $in: plain } };
    return exact.length ? { $or: [inList, ...exact.map((value) => ({ [foreignField]: { $eq: value } }))] } : inList;
  };
}

function and(a: Document, b: Document): Document {
  if (Object.keys(a).length === 0) return b;
  return Object.keys(b).length === 0 ? a : { $and: [a, b] };
}

type Refine = (doc: Document, find: (filter: Document) => Document[]) => Document[];

/** The inner pipeline sees the variables; a plain `$match` at its start goes into the search. */
function compileInner(
  pipeline: Value,
  variables: Document,
  context: PipelineContext,
  compilePipeline: CompilePipeline,
): Refine {
  if (!Array.isArray(pipeline)) throw failedToParse("'pipeline' option must be specified as an array");
  const stages = pipeline as Document[];
  const bindings = Object.entries(variables).map(([name, value]) => ({
    name,
    evaluate: compileExpression(value, context.vars),
  }));
  const first = stages[0]?.$match;
  const isPlain = isDocument(first) && !describeDocument(first).includes('$expr');
  const rest = isPlain ? stages.slice(1) : stages;
  const compile = (vars: Document) => compilePipeline(rest, { ...context, vars: { ...context.vars, ...vars } });
  const fixed = bindings.length === 0 ? compile({}) : undefined;
  return (doc, find) => {
    const run =
      fixed ?? compile(Object.fromEntries(bindings.map(({ name, evaluate }) => [name, evaluate(doc) ?? null])));
    return [...run(find(isPlain ? (first as Document) : {}))];
  };
}

function withField(doc: Document, [part = '', ...rest]: string[], value: Value): Document {
  const copy = { ...doc };
  const inner = doc[part];
  setField(copy, part, rest.length ? withField(isDocument(inner) ? inner : {}, rest, value) : value);
  return copy;
}
