import { type Document, describeValue, isDocument, isNumber, toNumber, typeName, type Value } from '../document.ts';
import { MongoError } from '../errors.ts';
import { compileExpression } from '../query/expr.ts';
import { compileMatch } from '../query/match.ts';
import { compileAddFields, compileProjection } from '../query/project.ts';
import { compileSort } from '../query/sort.ts';
import type { CompileStage, Stage } from './stage.ts';

function mapping(change: (doc: Document) => Document): Stage {
  return function* (input) {
    for (const doc of input) yield doc && change(doc);
  };
}

function requireDocument(argument: Value, name: string, code: number): Document {
  if (isDocument(argument)) return argument;
  throw new MongoError(code, `the ${name} stage specification must be an object, not ${typeName(argument)}`);
}

export const compileMatchStage: CompileStage = (argument, vars, name) => {
  const matches = compileMatch(requireDocument(argument, name, 15959), vars);
  return function* (input) {
    for (const doc of input) if (!doc || matches(doc)) yield doc;
  };
};

export const compileSortStage: CompileStage = (argument, _vars, name) => {
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

export const compileSkip: CompileStage = (argument, _vars, name) => {
  const count = wholeNumber(argument, name, 0, 5107200);
  return function* (input) {
    let seen = 0;
    for (const doc of input) if (!doc || seen++ >= count) yield doc;
  };
};

export const compileLimit: CompileStage = (argument, _vars, name) => {
  const count = wholeNumber(argument, name, 1, 15958);
  return function* (input) {
    let left = count;
    for (const doc of input) {
      yield doc;
      if (doc && --left === 0) return;
    }
  };
};

export const compileProjectStage: CompileStage = (argument, vars, name) => {
  const spec = requireDocument(argument, name, 15969);
  if (Object.keys(spec).length > 0) return mapping(compileProjection(spec, vars));
  throw new MongoError(51272, 'Invalid $project :: caused by :: projection specification must have at least one field');
};

export const compileAddFieldsStage: CompileStage = (argument, vars, name) =>
  mapping(compileAddFields(requireDocument(argument, name, 40272), vars));

export const compileUnset: CompileStage = (argument) => {
  const fields = Array.isArray(argument) ? argument : [argument];
  if (fields.length === 0 || fields.some((field) => typeof field !== 'string')) {
    throw new MongoError(31002, '$unset specification must be a string or an array containing only string values');
  }
  if (new Set(fields).size < fields.length) throw new MongoError(31250, 'Path collision in $unset');
  return mapping(compileProjection(Object.fromEntries(fields.map((field) => [field, 0]))));
};

export const compileReplaceRoot: CompileStage = (argument, vars, name) => {
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
