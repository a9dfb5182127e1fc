import { describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { toProblem } from '../requests/errorHandler.ts';
import { hasWaitedInVain, isDatabaseAway, TriedInVain } from './databaseAway.ts';

const { MongoBulkWriteError, MongoNetworkError, MongoServerError, MongoServerSelectionError } = mongoose.mongo;

const lost = () => new MongoNetworkError('connection 7 to 127.0.0.1:27017 closed');
const noResult = {} as mongoose.mongo.BulkWriteResult;

function labelled(label: string): Error {
  const error = new MongoServerError({ message: 'Transaction 4 has been aborted.', code: 251 });
  error.addErrorLabel(label);
  return error;
}

describe('is answered 503 with Retry-After:', () => {
  test.each([
    ['a lost connection', lost()],
    ['a bulk write that lost its connection', new MongoBulkWriteError(lost(), noResult)],
    ['no server', new MongoServerSelectionError('Server selection timed out', {} as never)],
    ['a primary that steps down', new MongoServerError({ message: 'not primary', code: 10107 })],
    ['a read that took too long', new MongoServerError({ message: 'operation exceeded time limit', code: 50 })],
    ['a transaction that is too old', new MongoServerError({ message: 'TransactionTooOld', code: 225 })],
    ['a transaction that was open for too long', new MongoServerError({ message: 'expired', code: 290 })],
    ['a transaction that kept failing', labelled('TransientTransactionError')],
    ['a commit whose result is unknown', labelled('UnknownTransactionCommitResult')],
  ])('%s', (_what, error) => {
    expect(isDatabaseAway(error)).toBe(true);
    expect(toProblem(error)).toMatchObject({ status: 503, retryAfterSeconds: 2 });
  });
});

describe('does not count as a database that is away:', () => {
  test.each([
    ['a duplicate key', new MongoServerError({ message: 'E11000 duplicate key error', code: 11000 })],
    ['a duplicate key in a bulk write', new MongoBulkWriteError({ message: 'E11000', code: 11000 }, noResult)],
    ['a lost connection to another server', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
    ['a mistake in the code', new TypeError('undefined is not a function')],
    ['nothing', undefined],
  ])('%s', (_what, error) => {
    expect(isDatabaseAway(error)).toBe(false);
  });
});

describe('ends the wait of other writes to the same list:', () => {
  test.each([
    ['a transaction that stays locked', new TriedInVain(new Error('Write conflict')), true],
    ['no server', new MongoServerSelectionError('Server selection timed out', {} as never), true],
    ['a lost connection, as the next one may work', lost(), false],
    ['a duplicate key', new MongoServerError({ message: 'E11000 duplicate key error', code: 11000 }), false],
  ])('%s', (_what, error, expected) => {
    expect(hasWaitedInVain(error)).toBe(expected);
  });
});
