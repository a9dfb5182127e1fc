import { ObjectId } from 'bson';
import { encode } from '../../bson/codec.ts';
import type { Document } from '../../document.ts';
import { insertRecord } from '../../store/records.ts';
import type { View } from '../../store/view.ts';
import { refuseEmptyTimestamps } from '../../update/compile.ts';
import { type Command, type Context, checkBatch, openCollection, rawDocuments, readDocument } from '../command.ts';
import { fieldsOf } from '../fields.ts';
import { WriteResults } from '../results.ts';

export const insert: Command = {
  fields: fieldsOf({ documents: 'documents', 'boolean?': 'ordered', 'flag?': 'bypassDocumentValidation' }),
  check: (context) => checkBatch(context, 'documents'),
  write(context, view) {
    const results = new WriteResults(context);
    let n = 0;
    // All documents are decoded before the first is written: an invalid one must not leave half a batch behind.
    const given = rawDocuments(context, 'documents').map((bytes) => ({ bytes, document: readDocument(bytes) }));
    results.run(given, ({ document, bytes }) => {
      insertOne(context, view, document, bytes);
      n++;
    });
    return { fields: results.fields({ n }) };
  },
};

/** Inserts one document; `bytes` is its encoded form as the client sent it. */
function insertOne(context: Context, view: View, document: Document, bytes: Uint8Array): void {
  refuseEmptyTimestamps(document);
  const isReady = Object.keys(document)[0] === '_id';
  const whole = isReady ? document : withId(document);
  insertRecord(view, () => openCollection(context), whole, isReady ? bytes : encode(whole));
}

/** The document with its _id as the first field; generates an _id when it has none. */
export function withId({ _id = new ObjectId(), ...fields }: Document): Document {
  return { _id, ...fields };
}
