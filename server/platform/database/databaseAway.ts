import mongoose from 'mongoose';

const { MongoError, MongoNetworkError, MongoServerSelectionError, MongoNotConnectedError } = mongoose.mongo;

/** The driver's labels for failures that a retry may solve. */
const TEMPORARY_LABELS = ['TransientTransactionError', 'RetryableWriteError', 'UnknownTransactionCommitResult'];

/** Error codes of a replica set that elects a primary, shuts down or cannot reach its majority, and of work that took too long. */
const TEMPORARY_CODES = new Set<unknown>([
  6, // HostUnreachable
  7, // HostNotFound
  50, // MaxTimeMSExpired
  89, // NetworkTimeout
  91, // ShutdownInProgress
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  225, // TransactionTooOld
  262, // ExceededTimeLimit
  290, // TransactionExceededLifetimeLimitSeconds
  9001, // SocketException
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
]);

/**
 * True when the database cannot be reached at the moment or could not finish. The same request may succeed shortly after.
 * It is unknown whether a write took effect.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (hasWaitedInVain(error) || isConnectionLost(error)) return true;
  if (!(error instanceof MongoError)) return false;
  return (
    error instanceof MongoNotConnectedError ||
    // All connections are in use, and none became free in time. The driver does not export this class.
    error.name === 'MongoWaitQueueTimeoutError' ||
    TEMPORARY_CODES.has(error.code) ||
    TEMPORARY_LABELS.some((label) => error.hasErrorLabel(label))
  );
}

/** True for an error that came after seconds of waiting, which others that write the same would spend too. */
export function hasWaitedInVain(error: unknown): boolean {
  return error instanceof TriedInVain || isServerMissing(error);
}

/** True when there was no server to ask for five seconds, for example during an election. */
function isServerMissing(error: unknown): boolean {
  return error instanceof mongoose.Error.MongooseServerSelectionError || error instanceof MongoServerSelectionError;
}

/** True when the connection broke before the answer came; bulk writes wrap that error. */
export function isConnectionLost(error: unknown): error is mongoose.mongo.MongoError {
  if (error instanceof MongoNetworkError) return true;
  return error instanceof mongoose.mongo.MongoBulkWriteError && isConnectionLost(error.errorResponse);
}

/** A transaction failed again and again, perhaps because a node was killed in the middle of another one. */
export class TriedInVain extends Error {
  constructor(cause: unknown) {
    super('the transaction could not be completed in time', { cause });
  }
}
