import { Long, Timestamp } from 'bson';
import { decode, encode } from '../bson/codec.ts';
import { valuesEqual } from '../bson/compare.ts';
import { type Document, describeValue, isDocument, isNumber, toNumber, type Value } from '../document.ts';
import type { Engine } from '../engine.ts';
import { badValue, MongoError, typeMismatch } from '../errors.ts';
import { compileExpression } from '../query/expr.ts';
import type { TimeLimit } from '../search/timeLimit.ts';
import type { Collection } from '../store/catalog.ts';
import type { Reader } from '../store/lmdb.ts';
import type { View } from '../store/view.ts';
import type { Session } from '../txn/sessions.ts';
import type { Transaction } from '../txn/transaction.ts';
import type { Reply } from '../wire/reply.ts';
import type { Connection } from '../wire/server.ts';

/** One request, with the parts that all commands need. */
export interface Context {
  engine: Engine;
  name: string;
  db: string;
  body: Document;
  sequences: Map<string, Uint8Array[]>;
  connection: Connection;
  timeLimit: TimeLimit;
  /** The statements of an update or delete. */
  statements: Document[];
  session?: Session;
  /** The multi-document transaction that this statement belongs to. */
  transaction?: Transaction;
}

/** A command either reads or writes. */
export interface Command {
  fields: Fields;
  /**
   * True for commands that read or change shared definitions. If such a command has to wait for a lock, it must do so
   * before its first write.
   */
  isForbiddenInTransaction?: boolean;
  /** True when a malformed command aborts its transaction. That of other commands leaves it open. */
  isParsedInTransaction?: boolean;
  /** Refuses malformed commands, and reads their statements. */
  check?(context: Context): void;
  read?(context: Context, reader: Reader): Reply | Promise<Reply>;
  write?(context: Context, view: View): Reply;
}

/** Refuses a malformed command, except for the fields that every command has. */
export function parse(context: Context, { fields, check }: Command): void {
  const { name, body, sequences } = context;
  const inSequences = [...sequences.keys()].map((field): [string, Value] => [field, []]);
  for (const [field, value] of [...Object.entries(body), ...inSequences]) {
    if (field === name || commonFields.has(field)) continue;
    const type = fields.get(field);
    if (!type) throw unknownField(name, field);
    checkField(type, value, `${name}.${field}`);
  }
  check?.(context);
}

export function namespaceOf({ body, name, db }: Context): string {
  const collection = body[name];
  if (typeof collection !== 'string') throw badValue(`collection name has invalid type: ${describeValue(collection)}`);
  if (collection === '' || /^\.|[\0$]/.test(collection)) throw invalidNamespace(`${db}.${collection}`);
  return `${db}.${collection}`;
}

const invalidNamespace = (name: string) => new MongoError(73, `Invalid namespace specified '${name}'`);

/** Refuses the empty name before a transaction has begun to work on it. */
export function requireName({ body, name, db }: Context): void {
  if (body[name] === '') throw invalidNamespace(`${db}.`);
}

/** The collection to read from, if it exists. */
export function findCollection(context: Context): Collection | undefined {
  const { engine, transaction } = context;
  const namespace = namespaceOf(context);
  const collection = transaction?.createdCollections.get(namespace) ?? engine.catalog.find(namespace);
  if (collection) transaction?.use(collection);
  return collection;
}

/**
 * The collection to write to. It is created when it is missing; inside a transaction, other clients see it only after
 * the commit.
 */
export function openCollection(context: Context): Collection {
  const namespace = namespaceOf(context);
  const { engine, transaction, db } = context;
  const found = findCollection(context);
  if (found) return found;
  // MongoDB keeps these names for itself.
  if (Buffer.byteLength(namespace) > 255 || namespace.includes('.system.')) {
    throw new MongoError(73, `Invalid collection name: ${namespace}`);
  }
  const created = engine.catalog.create(db, namespace.slice(db.length + 1));
  if (transaction) transaction.create(created);
  else engine.catalog.add(created);
  return created;
}

/** Decodes a document from a client. Throws InvalidBSON when that fails. */
export function readDocument(bytes: Uint8Array): Document {
  try {
    return decode(bytes);
  } catch (error) {
    if (error instanceof MongoError) throw error;
    throw new MongoError(22, error instanceof Error ? error.message : 'invalid BSON');
  }
}

/** The documents of an array field as bytes, from the body or from a document sequence. */
export const rawDocuments = ({ body, sequences }: Context, field: string): Uint8Array[] =>
  sequences.get(field) ?? documentsIn(body, field).map((document) => encode(document));

export const documents = ({ body, sequences }: Context, field: string): Document[] =>
  sequences.get(field)?.map(readDocument) ?? documentsIn(body, field);

function documentsIn(body: Document, field: string): Document[] {
  const values = body[field];
  if (Array.isArray(values) && values.every(isDocument)) return values;
  throw typeMismatch(`field '${field}' must be an array of documents`);
}

/** The maximum number of statements in one command. */
export const maxWriteBatchSize = 100_000;

export function checkBatch(context: Context, field: string): void {
  requireName(context);
  const { body, sequences } = context;
  const { length } = sequences.get(field) ?? documentsIn(body, field);
  if (length >= 1 && length <= maxWriteBatchSize) return;
  throw new MongoError(16, `Write batch sizes must be between 1 and ${maxWriteBatchSize}: ${length}`);
}

export function optionalDocument(value: Value | undefined, field: string): Document | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isDocument(value)) throw typeMismatch(`field '${field}' must be a document`);
  return value;
}

/** Reads the command's `let`: constants, which may be written as expressions. */
export function readVariables(value: Value | undefined): Document | undefined {
  const given = optionalDocument(value, 'let');
  if (!given) return undefined;
  return Object.fromEntries(Object.entries(given).map(([name, one]) => [name, compileExpression(one)({}) ?? null]));
}

export function optionalNumber(value: Value | undefined, field: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isNumber(value)) throw typeMismatch(`field '${field}' must be a number`);
  return Math.trunc(toNumber(value)) || 0; // MongoDB takes NaN as zero
}

export function naturalNumber(value: Value | undefined, field: string): number | undefined {
  const number = optionalNumber(value, field);
  if (number !== undefined && number < 0) throw badValue(`field '${field}' must not be negative`);
  return number;
}

export const missing = (namespace: string) => new MongoError(26, `ns does not exist: ${namespace}`);

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

type Fields = ReadonlyMap<string, FieldType>;

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

const unknownField = (where: string, field: string) =>
  new MongoError(40415, `BSON field '${where}.${field}' is an unknown field.`);

/** Refuses a statement without one of these fields. */
export function requireFields(document: Document, names: readonly string[], where: string): void {
  const missing = names.find((name) => document[name] === undefined);
  if (missing !== undefined) {
    throw new MongoError(40414, `BSON field '${where}.${missing}' is missing but a required field`);
  }
}
