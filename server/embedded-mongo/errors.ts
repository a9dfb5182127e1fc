import { type Document, describeValue, type Value } from './document.ts';

const codeNames: Record<number, string> = {
  1: 'InternalError',
  2: 'BadValue',
  6: 'HostUnreachable',
  7: 'HostNotFound',
  9: 'FailedToParse',
  13: 'Unauthorized',
  14: 'TypeMismatch',
  15: 'Overflow',
  16: 'InvalidLength',
  20: 'IllegalOperation',
  22: 'InvalidBSON',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  53: 'InvalidIdField',
  54: 'NotSingleValueField',
  56: 'EmptyFieldName',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  68: 'IndexAlreadyExists',
  86: 'IndexKeySpecsConflict',
  89: 'NetworkTimeout',
  91: 'ShutdownInProgress',
  111: 'NotExactValueField',
  112: 'WriteConflict',
  115: 'CommandNotSupported',
  117: 'ConflictingOperationInProgress',
  168: 'InvalidPipelineOperator',
  175: 'QueryPlanKilled',
  181: 'AmbiguousIndexKeyPattern',
  189: 'PrimarySteppedDown',
  197: 'InvalidIndexSpecificationOption',
  224: 'QueryFeatureNotAllowed',
  225: 'TransactionTooOld',
  237: 'CursorKilled',
  246: 'SnapshotUnavailable',
  251: 'NoSuchTransaction',
  256: 'TransactionCommitted',
  260: 'InvalidResumeToken',
  263: 'OperationNotSupportedInTransaction',
  267: 'PreparedTransactionInProgress',
  280: 'ChangeStreamFatalError',
  286: 'ChangeStreamHistoryLost',
  291: 'NoQueryExecutionPlans',
  301: 'DataCorruptionDetected',
  322: 'APIVersionError',
  323: 'APIStrictError',
  10107: 'NotWritablePrimary',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  11600: 'InterruptedAtShutdown',
  11601: 'Interrupted',
  11602: 'InterruptedDueToReplStateChange',
  14031: 'OutOfDiskSpace',
};

/**
 * An error as MongoDB reports it. Drivers and libraries use the code and its name. Codes without a name are called
 * Location<code>, as in MongoDB.
 */
export class MongoError extends Error {
  readonly code: number;
  readonly codeName: string;
  readonly extra?: Document;
  errorLabels?: string[];

  constructor(code: number, message: string, extra?: Document) {
    super(message);
    this.name = 'MongoError';
    this.code = code;
    this.codeName = codeNames[code] ?? `Location${code}`;
    if (extra) this.extra = extra;
  }
}

/** For features that this database deliberately does not support: refused by name, never silently ignored. */
export function refuse(feature: string): MongoError {
  return new MongoError(115, `${feature} is not supported by the embedded database`);
}

export const badValue = (message: string) => new MongoError(2, message);
export const failedToParse = (message: string) => new MongoError(9, message);
export const typeMismatch = (message: string) => new MongoError(14, message);
export const dollarPrefixed = (message: string) => new MongoError(52, message);

export const dataCorruption = (message: string) => new MongoError(301, message);

export const unknownStage = (name: string) => new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
export const unknownExpression = (name: string) => new MongoError(168, `Unrecognized expression '${name}'`);

/** The error of a violated unique index. Libraries such as mongoose read keyPattern and keyValue. */
export function duplicateKey(
  namespace: string,
  index: { name: string; key: Document; paths: string[] },
  values: readonly (Value | undefined)[],
): MongoError {
  const fields = index.paths.map((path, position): [string, Value] => [path, values[position] ?? null]);
  const shown = fields.map(([path, value]) => `${path}: ${describeValue(value)}`).join(', ');
  const message = `E11000 duplicate key error collection: ${namespace} index: ${index.name} dup key: { ${shown} }`;
  return new MongoError(11000, message, { keyPattern: index.key, keyValue: Object.fromEntries(fields) });
}
