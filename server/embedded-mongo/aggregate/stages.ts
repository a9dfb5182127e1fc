import { Long } from 'bson';
import { describeValue } from '../bson/describe.ts';
import {
  type Document,
  getField,
  isDocument,
  isNumber,
  setField,
  toNumber,
  typeName,
  type Value,
} from '../bson/document.ts';
import { valueAt } from '../bson/paths.ts';
import { mongoError } from '../errors.ts';
import { compileExpression } from '../query/expr.ts';
import { compileMatch } from '../query/match.ts';
import { compileAddFields, compileProjectStage } from '../query/project.ts';
import { sortDocuments } from '../query/sort.ts';
import type { CompileStage, Stage } from './stage.ts';

function mapping(change: (doc: Document) => Document): Stage {
  return function* (input) {
    for (const doc of input) yield change(doc);
  };
}

function requireDocument(argument: Value, name: string, code: number): Document {
  if (isDocument(argument)) return argument;
  throw mongoError(code, `the ${name} stage specification must be an object, not ${typeName(argument)}`);
}

export const compileMatchStage: CompileStage = (argument, { vars }, name) => {
  const matches = compileMatch(requireDocument(argument, name, 15959), vars ? { vars } : {});
  return function* (input) {
    for (const doc of input) if (matches(doc)) yield doc;
  };
};

export const compileSortStage: CompileStage = (argument, _context, name) => {
  const spec = requireDocument(argument, name, 15973);
  if (Object.keys(spec).length === 0) throw mongoError(15976, '$sort stage must have at least one sort key');
  sortDocuments([], spec);
  return (input) => sortDocuments(input, spec);
};

function wholeNumber(argument: Value, name: string, least: number, code: number): number {
  const number = toNumber(argument);
  if (!isNumber(argument) || !Number.isInteger(number) || number < least) {
    throw mongoError(
      code,
      `invalid argument to ${name} stage: Expected a ${least ? 'positive' : 'non-negative'} number in: ${name}: ${describeValue(argument)}`,
    );
  }
  return number;
}

export const compileSkip: CompileStage = (argument, _context, name) => {
  const count = wholeNumber(argument, name, 0, 5107200);
  return function* (input) {
    let seen = 0;
    for (const doc of input) if (seen++ >= count) yield doc;
  };
};

export const compileLimit: CompileStage = (argument, _context, name) => {
  const count = wholeNumber(argument, name, 1, 15958);
  return function* (input) {
    let left = count;
    for (const doc of input) {
      yield doc;
      if (--left === 0) return;
    }
  };
};

export const compileProjectionStage: CompileStage = (argument, { vars }, name) =>
  mapping(compileProjectStage(requireDocument(argument, name, 15969), vars));

export const compileAddFieldsStage: CompileStage = (argument, { vars }, name) =>
  mapping(compileAddFields(requireDocument(argument, name, 40272), vars));

export const compileUnset: CompileStage = (argument) => {
  const fields = Array.isArray(argument) ? argument : [argument];
  if (fields.length === 0 || fields.some((field) => typeof field !== 'string')) {
    throw mongoError(31002, '$unset specification must be a string or an array containing only string values');
  }
  return mapping(compileProjectStage(Object.fromEntries(fields.map((field) => [field, 0]))));
};

export const compileReplaceRoot: CompileStage = (argument, { vars }, name) => {
  const isRoot = name === '$replaceRoot';
  if (isRoot && (!isDocument(argument) || argument.newRoot === undefined)) {
    throw mongoError(40231, 'no newRoot specified for the $replaceRoot stage');
  }
  const evaluate = compileExpression(isRoot ? ((argument as Document).newRoot as Value) : argument, vars);
  return mapping((doc) => {
    const root = evaluate(doc);
    if (isDocument(root)) return root;
    throw mongoError(
      40228,
      `'newRoot' expression must evaluate to an object, but resulting value was: ${describeValue(root)}. Type of resulting value: '${typeName(root)}'.`,
    );
  });
};

/** No document at all gives no answer, not a zero. */
export const compileCount: CompileStage = (argument) => {
  if (typeof argument !== 'string' || argument === '' || argument.startsWith('$') || argument.includes('.')) {
    throw mongoError(40156, 'the count field must be a non-empty string, without a $ at its start or a dot');
  }
  return function* (input) {
    let count = 0;
    for (const _ of input) count++;
    if (count > 0) yield { [argument]: count };
  };
};

interface Unwind {
  readonly path: string[];
  readonly indexField: string | undefined;
  readonly keepsEmpty: boolean;
}

export const compileUnwind: CompileStage = (argument) => {
  const unwind = parseUnwind(argument);
  return function* (input) {
    for (const doc of input) yield* unwound(doc, unwind);
  };
};

function parseUnwind(argument: Value): Unwind {
  const spec: Document = isDocument(argument) ? argument : { path: argument };
  const { path, includeArrayIndex, preserveNullAndEmptyArrays = false, ...rest } = spec;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw mongoError(28811, `unrecognized option to $unwind stage: ${unknown}`);
  if (typeof path !== 'string')
    throw mongoError(28808, `expected a string as the path for $unwind stage, got ${typeName(path)}`);
  if (!path.startsWith('$'))
    throw mongoError(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  if (includeArrayIndex !== undefined && (typeof includeArrayIndex !== 'string' || includeArrayIndex === '')) {
    throw mongoError(28810, 'expected a non-empty string for the includeArrayIndex option to $unwind stage');
  }
  if (typeof preserveNullAndEmptyArrays !== 'boolean')
    throw mongoError(28809, 'expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage');
  return { path: path.slice(1).split('.'), indexField: includeArrayIndex, keepsEmpty: preserveNullAndEmptyArrays };
}

function* unwound(doc: Document, { path, indexField, keepsEmpty }: Unwind): Iterable<Document> {
  const value = valueAt(doc, path);
  const withIndex = (result: Document, index: number | null) =>
    indexField === undefined
      ? result
      : replaced(result, indexField.split('.'), index === null ? null : Long.fromNumber(index));
  if (!Array.isArray(value)) {
    if (value !== undefined && value !== null) yield withIndex(doc, null);
    else if (keepsEmpty) yield withIndex(doc, null);
    return;
  }
  if (value.length === 0) {
    if (keepsEmpty) yield withIndex(replaced(doc, path, undefined), null);
    return;
  }
  for (const [i, element] of value.entries()) yield withIndex(replaced(doc, path, element), i);
}

/** A copy with another value at the path; undefined takes the field away. */
function replaced(doc: Document, [part = '', ...rest]: string[], value: Value | undefined): Document {
  const copy = { ...doc };
  const inner = getField(doc, part);
  const next = rest.length ? replaced(isDocument(inner) ? inner : {}, rest, value) : value;
  if (next === undefined) delete copy[part];
  else setField(copy, part, next);
  return copy;
}
