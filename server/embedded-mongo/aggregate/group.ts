import { add } from '../bson/arithmetic.ts';
import { encodeKey } from '../bson/keystring.ts';
import {
  type Document,
  doubleOf,
  getField,
  isDocument,
  isNumber,
  type NumberValue,
  setField,
  toNumber,
  type Value,
} from '../document.ts';
import { MongoError, refuse } from '../errors.ts';
import { compileExpression, type Expression } from '../query/expr.ts';
import type { CompileStage } from './stage.ts';

/** Values that are not numbers are ignored. A long that overflows becomes a double. */
function addUp(sum: NumberValue, value: Value | undefined): NumberValue {
  if (!isNumber(value)) return sum;
  return add(sum, value) ?? doubleOf(toNumber(sum) + toNumber(value));
}

/** Groups appear in the order of their first documents. */
export const compileGroup: CompileStage = (argument, vars) => {
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

/** The _id of groups. A document of one field has it also when its value is missing: then it is null, as in MongoDB. */
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
export const compileCount: CompileStage = (name, vars) => {
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
