/*
 * One flat, ordered key space. The first byte is the kind of the entry:
 *   M + namespace                      a collection of the catalog
 *   N + collection                     its number of documents
 *   D + collection + record            a document, as BSON
 *   I + index + keystring [+ record]   the record number; the keys of unique indexes do not contain it
 *   O + time + position                a change event
 *   S + session                        the reply to its last retryable write
 *   X + name                           the database's own settings and state
 */
const tag = { catalog: 0x4d, count: 0x4e, document: 0x44, index: 0x49, change: 0x4f, session: 0x53, meta: 0x58 };

/** Whether the first byte of a key is one of the kinds that make up most of the data. */
export const isBulk = (kind: number) => kind === tag.document || kind === tag.index || kind === tag.change;

function tagged(byte: number, rest: Uint8Array): Buffer {
  const key = Buffer.allocUnsafe(1 + rest.length);
  key[0] = byte;
  key.set(rest, 1);
  return key;
}

export const catalogKey = (namespace: string) => tagged(tag.catalog, Buffer.from(namespace));
export const changeKey = (position: Uint8Array) => tagged(tag.change, position);
export const sessionKey = (id: Uint8Array) => tagged(tag.session, id);
export const metaKey = (name: string) => tagged(tag.meta, Buffer.from(name));

/** The key ranges of whole kinds of entries: `start` is included, `end` is not. */
export const kinds = {
  documents: { start: Buffer.from([tag.document]), end: Buffer.from([tag.document + 1]) },
  catalog: { start: Buffer.from([tag.catalog]), end: Buffer.from([tag.catalog + 1]) },
  changes: { start: Buffer.from([tag.change]), end: Buffer.from([tag.change + 1]) },
  sessions: { start: Buffer.from([tag.session]), end: Buffer.from([tag.session + 1]) },
};

function numbered(byte: number, id: number, size = 5): Buffer {
  const key = Buffer.allocUnsafe(size);
  key[0] = byte;
  key.writeUInt32BE(id, 1);
  return key;
}

export const countKey = (collection: number) => numbered(tag.count, collection);

/** Record numbers increase with each insert, so the order of keys is the natural order. */
export function documentKey(collection: number, record: number): Buffer {
  const key = numbered(tag.document, collection, 11);
  key.writeUIntBE(record, 5, 6);
  return key;
}

export const recordOfDocumentKey = (key: Buffer) => key.readUIntBE(5, 6);

export const documentRange = (collection: number) => ({
  start: numbered(tag.document, collection),
  end: numbered(tag.document, collection + 1),
});

export const indexRange = (index: number) => ({
  start: numbered(tag.index, index),
  end: numbered(tag.index, index + 1),
});

export function indexKey(index: number, keystring: Uint8Array, record?: number): Buffer {
  const key = numbered(tag.index, index, 5 + keystring.length + (record === undefined ? 0 : 6));
  key.set(keystring, 5);
  if (record !== undefined) key.writeUIntBE(record, 5 + keystring.length, 6);
  return key;
}

export function encodeRecord(record: number): Buffer {
  const value = Buffer.allocUnsafe(6);
  value.writeUIntBE(record, 0, 6);
  return value;
}

export const decodeRecord = (value: Buffer) => value.readUIntBE(0, 6);
