import { Decimal128 } from 'bson';
import { divideDecimals } from '../bson/arithmetic.ts';
import { compareValues } from '../bson/compare.ts';
import {
  type Document,
  doubleOf,
  isDocument,
  isNumber,
  type NumberValue,
  toNumber,
  type Value,
} from '../bson/document.ts';
import { encodeKey } from '../bson/keystring.ts';
import { mongoError } from '../errors.ts';
import { compileExpression, type Expression } from '../query/expr.ts';
import { combine } from '../query/operators/arithmetic.ts';
import { sortDocuments } from '../query/sort.ts';
import type { CompileStage, Stage } from './stage.ts';

/** Takes the values of one group one after the other. */
interface Accumulator {
  add(value: Value | undefined): void;
  result(): Value;
}

const accumulators: Record<string, () => Accumulator> = {
  $sum: sum,
  $count: sum,
  $avg: average,
  $min: () => extreme(-1),
  $max: () => extreme(1),
  $first: () => picked(false),
  $last: () => picked(true),
  $push: () => collected(() => true),
  $addToSet: () => {
    const seen = new Set<string>();
    return collected((value) => {
      const key = hashOf(value);
      return !seen.has(key) && Boolean(seen.add(key));
    });
  },
};

/** Equal values, of whatever numeric type, have one hash; missing and null are one group. */
function hashOf(value: Value | undefined): string {
  return encodeKey([value], [1]).toString('latin1');
}

function sum(): Accumulator {
  let total: NumberValue = 0;
  return {
    add: (value) => {
      if (isNumber(value)) total = combine('add', total, value);
    },
    result: () => total,
  };
}

function average(): Accumulator {
  const total = sum();
  let count = 0;
  return {
    add: (value) => {
      if (!isNumber(value)) return;
      total.add(value);
      count++;
    },
    result: () => {
      const all = total.result() as NumberValue;
      if (count === 0) return null;
      return all instanceof Decimal128 ? divideDecimals(all, count) : doubleOf(toNumber(all) / count);
    },
  };
}

/** Null and missing do not count. */
function extreme(direction: 1 | -1): Accumulator {
  let best: Value = null;
  return {
    add: (value) => {
      if (value === undefined || value === null) return;
      if (best === null || compareValues(value, best) * direction > 0) best = value;
    },
    result: () => best,
  };
}

function picked(isLast: boolean): Accumulator {
  let value: Value = null;
  let found = false;
  return {
    add: (next) => {
      if (isLast || !found) value = next ?? null;
      found = true;
    },
    result: () => value,
  };
}

function collected(accepts: (value: Value) => boolean): Accumulator {
  const values: Value[] = [];
  return {
    add: (value) => {
      if (value !== undefined && accepts(value)) values.push(value);
    },
    result: () => values,
  };
}

interface Field {
  readonly name: string;
  readonly create: () => Accumulator;
  readonly evaluate: Expression;
}

export const compileGroup: CompileStage = (argument, { vars }) => {
  if (!isDocument(argument)) throw mongoError(15947, "a group's fields must be specified in an object");
  const { _id: id, ...rest } = argument;
  if (id === undefined) throw mongoError(15955, 'a group specification must include an _id');
  const evaluateId = compileExpression(id, vars);
  const fields = Object.entries(rest).map(([name, spec]) => compileField(name, spec, vars));
  return groupBy(evaluateId, fields);
};

function compileField(name: string, spec: Value, vars: Document | undefined): Field {
  const entries = isDocument(spec) ? Object.entries(spec) : [];
  const [entry] = entries;
  if (!entry) throw mongoError(40234, `The field '${name}' must be an accumulator object`);
  if (entries.length > 1) throw mongoError(40238, `The field '${name}' must specify one accumulator`);
  if (name.includes('.')) throw mongoError(40235, `The field name '${name}' cannot contain '.'`);
  const [operator, argument] = entry;
  const create = accumulators[operator];
  if (!create) throw mongoError(15952, `unknown group operator '${operator}'`);
  if (operator === '$count') return { name, create, evaluate: () => 1 };
  return { name, create, evaluate: compileExpression(argument, vars) };
}

/** Groups come out in the order in which their first documents came in. */
function groupBy(evaluateId: Expression, fields: Field[]): Stage {
  return function* (input) {
    const groups = new Map<string, { id: Value; accumulators: Accumulator[] }>();
    for (const doc of input) {
      const id = evaluateId(doc) ?? null;
      const key = hashOf(id);
      let group = groups.get(key);
      if (!group) {
        group = { id, accumulators: fields.map(({ create }) => create()) };
        groups.set(key, group);
      }
      for (let i = 0; i < fields.length; i++) group.accumulators[i]?.add(fields[i]?.evaluate(doc));
    }
    for (const { id, accumulators: results } of groups.values()) {
      yield {
        _id: id,
        ...Object.fromEntries(fields.map(({ name }, i) => [name, (results[i] as Accumulator).result()])),
      };
    }
  };
}

export const compileSortByCount: CompileStage = (argument, context, name) => {
  const group = compileGroup({ _id: argument, count: { $sum: 1 } }, context, name);
  return (input) => sortDocuments(group(input), { count: -1 });
};
