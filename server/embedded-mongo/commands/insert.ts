import { ObjectId } from 'bson';
import { decode, encode } from '../bson/document.ts';
import { insertRecord } from '../store/records.ts';
import { type Command, openCollection, rawDocuments } from './command.ts';
import { WriteResults } from './results.ts';

export const insert: Command = {
  fields: ['documents', 'ordered', 'bypassDocumentValidation'],
  createsCollection: () => true,
  *write(context, view) {
    const results = new WriteResults(context.body.ordered !== false);
    let n = 0;
    for (const [index, given] of rawDocuments(context, 'documents').entries()) {
      let document = decode(given);
      let bytes = given;
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
