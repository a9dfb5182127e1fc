import { z } from 'zod';
import { importEndpoints } from '../endpoints.ts';
import {
  importBody,
  importChoicesBody,
  importedRowSchema,
  importFixBody,
  importPageSchema,
  importQuery,
  importRowsBody,
  importSchema,
  receivedSchema,
} from '../schemas/import.ts';
import { call, done, idParams, seen } from './call.ts';

const ofImport = { params: idParams, answer: importSchema } as const;

/** The calls on the caller's own imports. */
export const importApi = {
  create: call(importEndpoints.create, {
    body: importBody,
    answer: importSchema,
    status: 201,
    errors: ['limit_reached'],
  }),
  /** Newest first. */
  list: call(importEndpoints.list, { answer: z.array(importSchema) }),
  /** With a page of its rows. */
  get: call(importEndpoints.get, { params: idParams, query: importQuery, answer: importPageSchema, errors: seen }),
  addRows: call(importEndpoints.addRows, {
    params: idParams,
    body: importRowsBody,
    answer: receivedSchema,
    errors: seen,
  }),
  choose: call(importEndpoints.choose, {
    ...ofImport,
    body: importChoicesBody,
    errors: [...seen, 'forbidden', 'conflict'],
  }),
  fixRow: call(importEndpoints.fixRow, {
    params: idParams.extend({ n: z.coerce.number().int().min(0) }),
    body: importFixBody,
    answer: importedRowSchema,
    errors: [...seen, 'conflict', 'upstream'],
  }),
  /** Answers at once. `import:progress` tells how far it is. */
  apply: call(importEndpoints.apply, { ...ofImport, errors: [...seen, 'conflict'] }),
  undo: call(importEndpoints.undo, { ...ofImport, errors: [...seen, 'conflict'] }),
  remove: call(importEndpoints.remove, { ...done, params: idParams, errors: seen }),
} as const;
