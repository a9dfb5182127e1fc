import type { Document } from '../document.ts';
import type { Engine } from '../engine.ts';
import { cursorIdOf } from './read/cursors.ts';

/** Codes of a server that is shutting down or no longer primary: a retry, perhaps with another server, may succeed. */
const unavailableCodes = [6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436];
const retryableWrite = new Set(unavailableCodes);
const transientInTransaction = new Set([...unavailableCodes, 24, 112, 246, 251]);
const transientAtCommit = new Set([24, 112, 246, 251]);
const resumable = new Set([...unavailableCodes, 63, 133, 150, 234, 13388]);

const endsTransaction = (name: string) => name === 'commitTransaction' || name === 'abortTransaction';

/** The labels of an error with this code in the reply to this command. Drivers use them to decide whether to retry. */
export function labelsFor(code: number, name: string, body: Document, engine: Engine): string[] {
  const isInTransaction = body.autocommit === false;
  const isRetryable = endsTransaction(name) || (body.txnNumber !== undefined && !isInTransaction);
  const labels: string[] = [];
  if (isRetryable && retryableWrite.has(code)) labels.push('RetryableWriteError');
  const transient = endsTransaction(name) ? transientAtCommit : transientInTransaction;
  if (isInTransaction && transient.has(code)) labels.push('TransientTransactionError');
  if (resumable.has(code) && isChangeStream(name, body, engine)) labels.push('ResumableChangeStreamError');
  return labels;
}

function isChangeStream(name: string, body: Document, engine: Engine): boolean {
  if (name === 'getMore') return engine.cursors.isChangeStream(cursorIdOf(body.getMore));
  const [first] = Array.isArray(body.pipeline) ? (body.pipeline as Document[]) : [];
  return name === 'aggregate' && first !== undefined && '$changeStream' in first;
}
