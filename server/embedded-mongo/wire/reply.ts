import { Double, Long, type Timestamp } from 'bson';
import { encode } from '../bson/codec.ts';
import type { Document } from '../document.ts';
import { dataCorruption, MongoError } from '../errors.ts';
import { isCorruption } from '../file/integrity.ts';

/** A batch of stored documents. They are copied into the reply as bytes, without decoding. */
export interface RawBatch {
  name: 'firstBatch' | 'nextBatch';
  id: bigint;
  namespace: string;
  documents: Uint8Array[];
  resumeToken?: Document;
}

/** The reply of a command: its fields, and documents as bytes. */
export interface Reply {
  fields: Document;
  batch?: RawBatch;
  /** A single document by field name, such as the value of findAndModify. */
  raw?: { name: string; bytes: Uint8Array };
  /** The whole body, already encoded: the stored reply for a retry. */
  encoded?: Buffer;
}

const typeDocument = 3;
const typeArray = 4;

export function encodeReply(reply: Reply, operationTime: Timestamp): Buffer {
  if (reply.encoded) return reply.encoded;
  const base = toBytes({ ...reply.fields, ok: reply.fields.ok ?? new Double(1), operationTime });
  if (reply.batch) return addElement(base, typeDocument, 'cursor', encodeCursor(reply.batch));
  if (reply.raw) return addElement(base, typeDocument, reply.raw.name, reply.raw.bytes);
  return base;
}

function toBytes(document: Document): Buffer {
  const bytes = encode(document);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

function encodeCursor(batch: RawBatch): Buffer {
  const fields: Document = { id: Long.fromBigInt(batch.id), ns: batch.namespace };
  if (batch.resumeToken) fields.postBatchResumeToken = batch.resumeToken;
  return addElement(toBytes(fields), typeArray, batch.name, encodeArray(batch.documents));
}

function addElement(document: Buffer, type: number, name: string, value: Uint8Array): Buffer {
  const nameSize = Buffer.byteLength(name);
  const whole = Buffer.allocUnsafe(document.length + 2 + nameSize + value.length);
  document.copy(whole, 0, 0, document.length - 1);
  let at = document.length - 1;
  whole[at++] = type;
  at += whole.write(name, at);
  whole[at++] = 0;
  whole.set(value, at);
  whole[whole.length - 1] = 0;
  whole.writeInt32LE(whole.length, 0);
  return whole;
}

function encodeArray(documents: Uint8Array[]): Buffer {
  let size = 5;
  for (let index = 0; index < documents.length; index++) {
    size += 2 + String(index).length + (documents[index] as Uint8Array).length;
  }
  const array = Buffer.allocUnsafe(size);
  array.writeInt32LE(size, 0);
  let at = 4;
  for (let index = 0; index < documents.length; index++) {
    const document = documents[index] as Uint8Array;
    array[at++] = typeDocument;
    at += array.write(String(index), at, 'latin1');
    array[at++] = 0;
    array.set(document, at);
    at += document.length;
  }
  array[at] = 0;
  return array;
}

/** An error as the body of a reply. */
export function errorFields(error: MongoError): Document {
  const fields: Document = {
    ok: new Double(0),
    errmsg: error.message,
    code: error.code,
    codeName: error.codeName,
    ...error.extra,
  };
  if (error.errorLabels?.length) fields.errorLabels = error.errorLabels;
  return fields;
}

/** Any other error is a bug in this program: it is logged and reported as an internal error. */
export function asMongoError(error: unknown): MongoError {
  if (error instanceof MongoError) return error;
  if (isDiskFull(error)) return new MongoError(14031, 'the disk is full or failing: nothing was written');
  if (isCorruption(error)) {
    console.error(`embedded database: the data file is damaged (${error.message}): restore a backup`);
    return dataCorruption('the data file is damaged: restore a backup');
  }
  console.error('embedded database: internal error', error);
  return new MongoError(1, error instanceof Error ? error.message : String(error));
}

/** The system's error numbers in lmdb's errors: input/output error, file too large, no space, over quota. */
const isDiskFull = (error: unknown) =>
  error instanceof Error && [5, 27, 28, 122].includes((error as { code?: unknown }).code as number);
