import { encode } from '../../bson/codec.ts';
import type { Document } from '../../document.ts';
import { failedToParse } from '../../errors.ts';
import { isTruthy } from '../../query/operators.ts';
import { compileProjection } from '../../query/project.ts';
import type { Reply } from '../../wire/reply.ts';
import { type Command, openCollection, requireName } from '../command.ts';
import { fieldsOf } from '../fields.ts';
import { readQuery } from '../read/find.ts';
import { modifyFirst, readUpdate, removeFirst, requireUpdate } from './modify.ts';

export const findAndModify: Command = {
  fields: fieldsOf({
    'document?': 'query sort fields let collation',
    'flag?': 'remove new upsert bypassDocumentValidation',
    documents: 'arrayFilters',
    hint: 'hint',
    any: 'update',
  }),
  check(context) {
    requireName(context);
    if (context.body.update !== undefined) requireUpdate(context.body.update);
  },
  write(context, view) {
    const { body } = context;
    if (isTruthy(body.upsert) && !isTruthy(body.remove)) openCollection(context); // as in MongoDB also if it fails
    const query = readQuery(context, body, 'query', 'fields');
    // Compiled before anything is written: an invalid projection must not leave a change behind.
    const project = query.projection && compileProjection(query.projection, query.vars);
    if (isTruthy(body.remove)) {
      for (const other of ['update', 'new', 'upsert']) {
        if (body[other]) throw failedToParse(`Cannot specify both ${other} and remove=true`);
      }
      const removed = removeFirst(context, view, query);
      return withValue({ n: removed ? 1 : 0 }, removed, project);
    }

    const update = readUpdate(body.update, body.arrayFilters, query);
    const modification = { query, update, isUpsert: isTruthy(body.upsert) };
    const { before, after } = modifyFirst(context, view, modification);
    const lastError: Document = { n: after ? 1 : 0, updatedExisting: before !== undefined };
    if (after && !before) lastError.upserted = after._id ?? null;
    return withValue(lastError, isTruthy(body.new) ? after : before, project);
  },
};

function withValue(
  lastErrorObject: Document,
  document: Document | undefined,
  project: ((document: Document) => Document) | undefined,
): Reply {
  if (!document) return { fields: { lastErrorObject, value: null } };
  return { fields: { lastErrorObject }, raw: { name: 'value', bytes: encode(project ? project(document) : document) } };
}
