import { Long, Timestamp } from 'bson';
import { valuesEqual } from '../bson/compare.ts';
import { type Document, describeValue, isDocument, isNumber, toNumber, type Value } from '../document.ts';
import { MongoError } from '../errors.ts';

/** A decimal may be so small that its nearest number is zero. */
function isInteger(value: Value): boolean {
  const number = toNumber(value);
  return Number.isInteger(number) && (number !== 0 || valuesEqual(value, 0));
}

const isLong = (value: Value) => value instanceof Long && !(value instanceof Timestamp);

/** What a field of a command or statement may contain. A flag is also a number: 0 is false. */
const types = {
  any: () => true,
  boolean: (value) => typeof value === 'boolean',
  flag: (value) => typeof value === 'boolean' || isNumber(value),
  number: isNumber,
  integer: isInteger,
  count: isNumber,
  long: isLong,
  string: (value) => typeof value === 'string',
  document: isDocument,
  documents: (value) => Array.isArray(value) && value.every(isDocument),
  longs: (value) => Array.isArray(value) && value.every(isLong),
  hint: (value) => typeof value === 'string' || isDocument(value),
} satisfies Record<string, (value: Value) => boolean>;

type TypeName = keyof typeof types;

interface FieldType {
  readonly name: TypeName;
  /** Whether null counts as absent. */
  readonly isNullable: boolean;
}

export type Fields = ReadonlyMap<string, FieldType>;

/** Lists fields by their types: `{ boolean: 'upsert multi' }`. With `?` after the type, null counts as absent. */
export function fieldsOf(namesByType: Partial<Record<TypeName | `${TypeName}?`, string>>): Fields {
  return new Map(
    Object.entries<string>(namesByType).flatMap(([type, names]) => {
      const field = { name: type.replace('?', '') as TypeName, isNullable: type.endsWith('?') };
      return names.split(' ').map((name): [string, FieldType] => [name, field]);
    }),
  );
}

/** Fields that every command accepts. */
export const commonFields = fieldsOf({
  string: '$db apiVersion',
  document: '$readPreference $clusterTime',
  'document?': 'lsid',
  'long?': 'txnNumber',
  boolean: 'autocommit startTransaction apiStrict apiDeprecationErrors',
  any: 'stmtId stmtIds readConcern writeConcern maxTimeMS comment',
});

/** Refuses unknown fields and values of a wrong type, so that nothing is silently ignored. */
export function checkFields(document: Document, known: Fields, where: string): void {
  for (const [field, value] of Object.entries(document)) {
    const type = known.get(field);
    if (!type) throw unknownField(where, field);
    checkField(type, value, `${where}.${field}`);
  }
}

export function checkField({ name, isNullable }: FieldType, value: Value, where: string): void {
  if (value === null && isNullable) return;
  if (!types[name](value)) {
    const code = name === 'hint' || name === 'integer' ? 9 : 14;
    throw new MongoError(code, `BSON field '${where}' is the wrong type: ${describeValue(value)}, expected ${name}`);
  }
  if (name === 'count' && toNumber(value) < 0) {
    throw new MongoError(51024, `BSON field '${where}' must not be negative: ${describeValue(value)}`);
  }
}

export const unknownField = (where: string, field: string) =>
  new MongoError(40415, `BSON field '${where}.${field}' is an unknown field.`);

/** Refuses a statement without one of these fields. */
export function requireFields(document: Document, names: readonly string[], where: string): void {
  const missing = names.find((name) => document[name] === undefined);
  if (missing !== undefined) {
    throw new MongoError(40414, `BSON field '${where}.${missing}' is missing but a required field`);
  }
}
