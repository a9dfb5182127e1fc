import { describeDocument } from './bson/describe.ts';
import { type Document, emptyArray, type Value } from './bson/document.ts';

const codeNames: Record<number, string> = {
  6: 'HostUnreachable',
  7: 'HostNotFound',
  89: 'NetworkTimeout',
  91: 'ShutdownInProgress',
  189: 'PrimarySteppedDown',
  10107: 'NotWritablePrimary',
  11600: 'InterruptedAtShutdown',
  11602: 'InterruptedDueToReplStateChange',
  2: 'BadValue',
  9: 'FailedToParse',
  14: 'TypeMismatch',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  52: 'DollarPrefixedFieldName',
  54: 'NotSingleValueField',
  56: 'EmptyFieldName',
  66: 'ImmutableField',
  72: 'InvalidOptions',
  115: 'CommandNotSupported',
  168: 'InvalidPipelineOperator',
  11000: 'DuplicateKey',
  14031: 'OutOfDiskSpace',
};

/** An error as MongoDB answers it: the code and its name are what drivers and libraries look at. */
export class MongoError extends Error {
  readonly code: number;
  readonly codeName: string;
  readonly extra?: Document;
  errorLabels?: string[];

  constructor(code: number, codeName: string, message: string, extra?: Document) {
    super(message);
    this.name = 'MongoError';
    this.code = code;
    this.codeName = codeName;
    if (extra) this.extra = extra;
  }
}

/** An error by its code alone; codes without a name of their own are called Location<code>, as MongoDB does. */
export function mongoError(code: number, message: string, extra?: Document): MongoError {
  return new MongoError(code, codeNames[code] ?? `Location${code}`, message, extra);
}

/** For what this database deliberately leaves out: refused by name, never silently ignored. */
export function refuse(feature: string): MongoError {
  return mongoError(115, `${feature} is not supported by the embedded database`);
}

export const badValue = (message: string) => mongoError(2, message);
export const failedToParse = (message: string) => mongoError(9, message);
export const typeMismatch = (message: string) => mongoError(14, message);
export const pathNotViable = (message: string) => mongoError(28, message);
export const conflictingUpdate = (message: string) => mongoError(40, message);
export const dollarPrefixed = (message: string) => mongoError(52, message);
export const emptyFieldName = (message: string) => mongoError(56, message);
export const immutableField = (message: string) => mongoError(66, message);
export const invalidOptions = (message: string) => mongoError(72, message);

export const unknownStage = (name: string) => mongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
export const unknownExpression = (name: string) => mongoError(168, `Unrecognized expression '${name}'`);

/** The error of a broken unique index; mongoose and the error handler read keyPattern and keyValue. */
export function duplicateKey(
  namespace: string,
  index: { name: string; key: Document; paths: string[] },
  values: readonly (Value | undefined)[],
): MongoError {
  const keyValue = Object.fromEntries(index.paths.map((path, position) => [path, valueOfKey(values[position])]));
  const message = `E11000 duplicate key error collection: ${namespace} index: ${index.name} dup key: ${describeDocument(keyValue)}`;
  return mongoError(11000, message, { keyPattern: index.key, keyValue });
}

const valueOfKey = (value: Value | undefined): Value => (value === emptyArray ? [] : (value ?? null));
