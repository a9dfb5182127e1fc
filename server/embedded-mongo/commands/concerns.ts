import { Timestamp } from 'bson';
import { type Document, isDocument, isNumber, toNumber, type Value } from '../document.ts';
import { failedToParse, MongoError, refuse, typeMismatch } from '../errors.ts';
import { checkFields, fieldsOf } from './command.ts';

const levels = ['local', 'majority', 'available', 'linearizable', 'snapshot'];
/** The commands that read collections. Only these have a read concern, except for the first of a transaction. */
const readers = ['find', 'aggregate', 'count', 'distinct'];
const writers = ['aggregate', 'commitTransaction', 'abortTransaction'];
const maxMembers = 50;

const writeConcernFields = fieldsOf({ any: 'w wtimeout fsync getLastError provenance', flag: 'j' });

/**
 * Refuses concerns that are invalid, or that the command does not have. All levels of reads are the same here: there is
 * one member, and what it answers is on disk.
 */
export function checkConcerns(
  name: string,
  { readConcern, writeConcern, autocommit, startTransaction }: Document,
  writes: boolean,
): void {
  const isInTransaction = autocommit === false;
  if (readConcern !== undefined) {
    const level = readLevel(readConcern);
    if (isInTransaction && !startTransaction)
      throw invalid('only the first statement of a transaction has a readConcern');
    if (!isInTransaction && level === 'snapshot') throw refuse('a snapshot read');
    if (!isInTransaction && level !== 'local' && !readers.includes(name)) {
      throw invalid(`the command ${name} does not support the read concern ${level}`);
    }
  }
  if (writeConcern !== undefined) {
    const isSupported = isInTransaction ? name.endsWith('Transaction') : writes || writers.includes(name);
    if (!isSupported) throw invalid(`the command ${name} does not support a write concern`);
    checkWriteConcern(writeConcern);
  }
}

const invalid = (message: string) => new MongoError(72, message);

export function readLevel(concern: Value = {}): string {
  if (!isDocument(concern)) throw failedToParse('readConcern must be a document');
  const { level = 'local', afterClusterTime, ...rest } = concern;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw invalid(`Unrecognized option in readConcern: ${unknown}`);
  if (typeof level !== 'string') throw typeMismatch('the level of readConcern must be a string');
  if (!levels.includes(level)) throw failedToParse(`the level of readConcern must be one of ${levels.join(', ')}`);
  if (afterClusterTime !== undefined && !(afterClusterTime instanceof Timestamp)) {
    throw typeMismatch('afterClusterTime must be a timestamp');
  }
  return level;
}

function checkWriteConcern(concern: Value): void {
  if (!isDocument(concern)) throw typeMismatch('writeConcern must be a document');
  checkFields(concern, writeConcernFields, 'writeConcern');
  const { w } = concern;
  if (w === undefined || typeof w === 'string') return;
  if (!isNumber(w) || toNumber(w) < 0 || toNumber(w) > maxMembers) {
    throw failedToParse(`w has to be a string or a number between 0 and ${maxMembers}`);
  }
}

/**
 * For a write concern that one member cannot meet: the write is done, and the reply says that the concern was not met.
 */
export function concernError({ writeConcern }: Document): Document {
  if (!isDocument(writeConcern)) return {};
  const { w } = writeConcern;
  const errInfo = { writeConcern: { ...writeConcern, wtimeout: 0, provenance: 'clientSupplied' } };
  if (typeof w === 'string' && w !== 'majority') {
    const errmsg = `No write concern mode named '${w}' found in replica set configuration`;
    return { writeConcernError: { code: 79, codeName: 'UnknownReplWriteConcern', errmsg, errInfo } };
  }
  if (!(toNumber(w) >= 2)) return {};
  const errmsg = 'Not enough data-bearing nodes';
  return { writeConcernError: { code: 100, codeName: 'UnsatisfiableWriteConcern', errmsg, errInfo } };
}
