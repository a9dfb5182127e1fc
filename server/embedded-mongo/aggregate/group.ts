import { compareValues } from '../bson/compare.ts';
import {
  type Document,
  getField,
  isDocument,
  isNumber,
  type NumberValue,
  setField,
  type Value,
} from '../bson/document.ts';
import { encodeKey } from '../bson/keystring.ts';
import { mongoError, refuse } from '../errors.ts';
import { compileExpression, type Expression } from '../query/expr.ts';
import { combine } from '../query/operators.ts';
import type { CompileStage } from './stage.ts';

/** What a group has so far, and the next value: what it has then. Undefined is the start. */
type Accumulator = (sofar: Value | undefined, value: Value | undefined) => Value | undefined;

const addUp: Accumulator = (sofar = 0, value) =>
  isNumber(value) ? combine('add', sofar as NumberValue, value) : sofar;

/** Null and missing do not count. */
const extreme =
  (direction: 1 | -1): Accumulator =>
  (sofar = null, value) => {
    if (value === undefined || value === null) return sofar;
    return sofar === null || compareValues(value, sofar) * direction > 0 ? value : sofar;
  };

const accumulators = new Map<string, Accumulator>([
  ['$sum', addUp],
  ['$min', extreme(-1)],
  ['$max', extreme(1)],
  ['$first', (sofar, value = null) => (sofar === undefined ? value : sofar)],
  ['$last', (_, value = null) => value],
]);

interface Field {
  readonly name: string;
  readonly accumulate: Accumulator;
  readonly evaluate: Expression;
}

/** Groups come out in the order in which their first documents came in. */
export const compileGroup: CompileStage = (argument, { vars }) => {
  if (!isDocument(argument)) throw mongoError(15947, "a group's fields must be specified in an object");
  const { _id: id, ...rest } = argument;
  if (id === undefined) throw mongoError(15955, 'a group specification must include an _id');
  const evaluateId = compileExpression(id, vars);
  const fields = Object.entries(rest).map(([name, spec]) => compileField(name, spec, vars));
  return function* (input) {
    const groups = new Map<string, Document>();
    for (const doc of input) {
      if (!doc) {
        yield undefined;
        continue;
      }
      const _id = evaluateId(doc) ?? null;
      // Equal values, of whatever numeric type, have one key; missing and null are one group.
      const key = encodeKey([_id], [1]).toString('latin1');
      const group = groups.get(key) ?? { _id };
      groups.set(key, group);
      for (const { name, accumulate, evaluate } of fields)
        setField(group, name, accumulate(getField(group, name), evaluate(doc)) ?? null);
    }
    yield* groups.values();
  };
};

/** How many documents there are, in a field of the given name; nothing where there are none. */
export const compileCount: CompileStage = (name, context) => {
  if (typeof name !== 'string' || name === '' || /^\$|\./.test(name)) {
    throw mongoError(40156, 'the count field must be a non-empty string without $ at its start and without dots');
  }
  const group = compileGroup({ _id: null, [name]: { $sum: 1 } }, context, '$group');
  return function* (input) {
    for (const doc of group(input)) yield doc && { [name]: doc[name] ?? null };
  };
};

function compileField(name: string, spec: Value, vars: Document | undefined): Field {
  const entries = isDocument(spec) ? Object.entries(spec) : [];
  const [entry] = entries;
  if (!entry) throw mongoError(40234, `The field '${name}' must be an accumulator object`);
  if (entries.length > 1) throw mongoError(40238, `The field '${name}' must specify one accumulator`);
  if (name.includes('.')) throw mongoError(40235, `The field name '${name}' cannot contain '.'`);
  const [operator, argument] = entry;
  const accumulate = accumulators.get(operator);
  if (!accumulate) throw refuse(`the accumulator ${operator}`);
  return { name, accumulate, evaluate: compileExpression(argument, vars) };
}
