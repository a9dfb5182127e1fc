import { sessionKey } from '../file/keys.ts';
import type { Reader } from '../store/lmdb.ts';
import type { View } from '../store/view.ts';

/** The last retryable write of a session, with its reply: a retry gets the same reply and is not executed again. */
export interface RetryRecord {
  txnNumber: number;
  isTransaction: boolean;
  at: number;
  reply: Buffer;
}

const headerSize = 17;

export function findRetryRecord(reader: Reader, session: Buffer): RetryRecord | undefined {
  const value = reader.get(sessionKey(session));
  return value && decodeRetryRecord(value);
}

/** Must be in the same commit as the write itself. */
export function saveRetryRecord(view: View, session: Buffer, record: Omit<RetryRecord, 'at'>): void {
  const value = Buffer.allocUnsafe(headerSize + record.reply.length);
  value.writeDoubleBE(record.txnNumber, 0);
  value.writeDoubleBE(Date.now(), 8);
  value[16] = record.isTransaction ? 1 : 0;
  value.set(record.reply, headerSize);
  view.put(sessionKey(session), value);
}

export function decodeRetryRecord(value: Buffer): RetryRecord {
  return {
    txnNumber: value.readDoubleBE(0),
    at: value.readDoubleBE(8),
    isTransaction: value[16] === 1,
    reply: value.subarray(headerSize),
  };
}
