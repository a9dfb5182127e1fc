import { compareValues } from '../../bson/compare.ts';
import { isDocument, isNumber, toNumber, typeName, type Value } from '../../bson/document.ts';
import { mongoError } from '../../errors.ts';
import {
  anyNumber,
  type Evaluate,
  isNullish,
  namedArguments,
  type Operator,
  type Operators,
  operands,
  withVariables,
} from './operator.ts';

/** False, null, missing and zero are false; everything else, the empty string too, is true. */
export function isTruthy(value: Value | undefined): boolean {
  if (isNumber(value)) return toNumber(value) !== 0;
  return value !== undefined && value !== null && value !== false;
}

/** As everywhere, but a missing value is less than null. */
function compareOperands(a: Value | undefined, b: Value | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  return compareValues(a, b);
}

const comparison = (accept: (order: number) => boolean) => operands(2, ([a, b]) => accept(compareOperands(a, b)));

export const logicOperators: Operators = {
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $cmp: operands(2, ([a, b]) => Math.sign(compareOperands(a, b))),
  $and: (argument, compile) => {
    const parts = list(argument).map((part) => compile(part));
    return (scope) => parts.every((part) => isTruthy(part(scope)));
  },
  $or: (argument, compile) => {
    const parts = list(argument).map((part) => compile(part));
    return (scope) => parts.some((part) => isTruthy(part(scope)));
  },
  $not: operands(1, ([value]) => !isTruthy(value)),
  $cond: conditional,
  $ifNull: operands([2, anyNumber[1]], (values) => values.find((value) => !isNullish(value)) ?? values.at(-1)),
  $switch: branches,
  $let: bindings,
};

const list = (argument: Value) => (Array.isArray(argument) ? argument : [argument]);

function conditional(...[argument, compile, name]: Parameters<Operator>): Evaluate {
  const named = Array.isArray(argument) ? undefined : namedArguments(argument, name, ['if', 'then', 'else']);
  const parts = named ? [named.if, named.then, named.else] : list(argument);
  if (parts.length !== 3) {
    throw mongoError(16020, `Expression $cond takes exactly 3 arguments. ${parts.length} were passed in.`);
  }
  const [condition, yes, no] = parts.map((part) => compile(part as Value)) as [Evaluate, Evaluate, Evaluate];
  return (scope) => (isTruthy(condition(scope)) ? yes(scope) : no(scope));
}

function branches(...[argument, compile, name]: Parameters<Operator>): Evaluate {
  const { branches: cases, default: otherwise } = namedArguments(argument, name, ['branches'], ['default']);
  if (!Array.isArray(cases) || cases.length === 0) throw mongoError(40068, '$switch requires at least one branch.');
  const compiled = cases.map((branch) => {
    const parts = namedArguments(branch, name, ['case', 'then']);
    return { condition: compile(parts.case as Value), result: compile(parts.then as Value) };
  });
  const fallback = otherwise === undefined ? undefined : compile(otherwise);
  return (scope) => {
    const branch = compiled.find(({ condition }) => isTruthy(condition(scope)));
    if (branch) return branch.result(scope);
    if (fallback) return fallback(scope);
    throw mongoError(40066, '$switch could not find a matching branch for an input, and no default was specified.');
  };
}

function bindings(...[argument, compile, name]: Parameters<Operator>): Evaluate {
  const { vars, in: body } = namedArguments(argument, name, ['vars', 'in']);
  if (!isDocument(vars))
    throw mongoError(10065, `invalid parameter: expected an object (vars), found ${typeName(vars)}`);
  const names = Object.keys(vars);
  const values = names.map((key) => compile(vars[key] as Value));
  const result = compile(body as Value, names);
  return (scope) =>
    result(withVariables(scope, Object.fromEntries(names.map((key, i) => [key, (values[i] as Evaluate)(scope)]))));
}
