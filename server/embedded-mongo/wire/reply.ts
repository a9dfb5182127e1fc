import { Double, Long, type Timestamp } from 'bson';
import { encode } from '../bson/codec.ts';
import type { Document } from '../bson/document.ts';
import { MongoError } from '../errors.ts';

/** Stored BSON goes into answers as it is: a batch of documents is never decoded and encoded again. */
export interface RawBatch {
  name: 'firstBatch' | 'nextBatch';
  id: bigint;
  namespace: string;
  documents: Uint8Array[];
  resumeToken?: Document;
}

/** What a command answers: fields, and where documents are carried, their bytes. */
export interface Reply {
  fields: Document;
  batch?: RawBatch;
  /** Single documents by field name, like the value of findAndModify. */
  raw?: { name: string; bytes: Uint8Array };
  /** The whole body, already encoded: how a remembered answer is given again. */
  encoded?: Buffer;
}

const typeDocument = 3;
const typeArray = 4;

/** The bytes of a whole answer body. */
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

/** An error as the body of an answer. */
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

/** What is no MongoError is a fault of this program: told as an internal error, without its details. */
export function asMongoError(error: unknown): MongoError {
  if (error instanceof MongoError) return error;
  if (isDiskFull(error)) return new MongoError(14031, 'the disk is full or failing: nothing of this was written');
  console.error('embedded database: internal error', error);
  return new MongoError(1, error instanceof Error ? error.message : String(error));
}

/** lmdb's errors carry the system's number: no space, over quota, file too large, or a write that came out short. */
const isDiskFull = (error: unknown) =>
  error instanceof Error && [5, 27, 28, 122].includes((error as { code?: unknown }).code as number);
