import { encode } from '../../bson/codec.ts';
import type { Document } from '../../bson/document.ts';
import { failedToParse } from '../../errors.ts';
import { compileProjection } from '../../query/project.ts';
import type { Reply } from '../../wire/reply.ts';
import type { Command } from '../command.ts';
import { readQuery } from '../read/find.ts';
import { modifyFirst, readUpdate, removeFirst } from './modify.ts';

const fields = 'query sort remove update new upsert fields arrayFilters hint let collation bypassDocumentValidation';

export const findAndModify: Command = {
  fields: fields.split(' '),
  write(context, view) {
    const { body } = context;
    const query = readQuery(context, body, 'query', 'fields');
    // Compiled before anything is written: an invalid projection must not leave a change behind.
    const project = query.projection && compileProjection(query.projection, query.vars);
    if (body.remove === true) {
      for (const other of ['update', 'new', 'upsert']) {
        if (body[other]) throw failedToParse(`Cannot specify both ${other} and remove=true`);
      }
      const removed = removeFirst(context, view, query);
      return withValue({ n: removed ? 1 : 0 }, removed, project);
    }

    const update = readUpdate(body.update, body.arrayFilters, query);
    const modification = { query, update, isUpsert: body.upsert === true };
    const { before, after } = modifyFirst(context, view, modification);
    const lastError: Document = { n: after ? 1 : 0, updatedExisting: before !== undefined };
    if (after && !before) lastError.upserted = after._id ?? null;
    return withValue(lastError, body.new === true ? after : before, project);
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
