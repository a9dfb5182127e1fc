import { ObjectId } from 'bson';
import { encode } from '../bson/codec.ts';
import { insertRecord } from '../store/records.ts';
import { type Command, openCollection, rawDocuments, readDocument } from './command.ts';
import { WriteResults } from './results.ts';

export const insert: Command = {
  fields: ['documents', 'ordered', 'bypassDocumentValidation'],
  createsCollection: () => true,
  *write(context, view) {
    const results = new WriteResults(context.body.ordered !== false);
    let n = 0;
    // All are read before the first is written: one that cannot be read must not leave half a batch behind.
    const given = rawDocuments(context, 'documents').map((bytes) => ({ bytes, document: readDocument(bytes) }));
    for (const [index, one] of given.entries()) {
      let { bytes, document } = one;
      if (document._id === undefined || Object.keys(document)[0] !== '_id') {
        document = { _id: document._id ?? new ObjectId(), ...document };
        bytes = encode(document);
      }
      try {
        while (!insertRecord(view, openCollection(context), document, bytes)) yield;
        n++;
      } catch (error) {
        if (results.fail(index, error)) break;
      }
    }
    return { fields: results.fields({ n }) };
  },
};
