import { isDocument, isNumber, toNumber, typeName, type Value } from '../document.ts';
import { badValue, refuse } from '../errors.ts';
import type { Modifier } from './modifier.ts';

interface Push {
  readonly values: Value[];
  readonly position?: number;
}

/** Compiles `$push`, with or without `$each` and `$position`. */
export function compilePush(argument: Value): Modifier {
  const { values, position } = parsePush(argument);
  return {
    creates: true,
    appends: (length) => length > 0 && (position === undefined || position > length),
    change: (value) => {
      if (value === undefined) return values;
      if (!Array.isArray(value)) throw badValue(`The field must be an array but is of type ${typeName(value)}`);
      return values.length === 0 ? value : value.toSpliced(position ?? value.length, 0, ...values);
    },
  };
}

function parsePush(argument: Value): Push {
  if (!isDocument(argument) || argument.$each === undefined) return { values: [argument] };
  const { $each: values, $position: position, ...rest } = argument;
  const [other] = Object.keys(rest);
  if (other === '$slice' || other === '$sort') throw refuse(`$push with ${other}`);
  if (other !== undefined) throw badValue(`Unrecognized clause in $push: ${other}`);
  if (!Array.isArray(values)) {
    throw badValue(`The argument to $each in $push must be an array but it was of type: ${typeName(values)}`);
  }
  if (position === undefined) return { values };
  if (isNumber(position) && Number.isInteger(toNumber(position))) return { values, position: toNumber(position) };
  throw badValue(`The value for $position must be an integer value but was given type: ${typeName(position)}`);
}
