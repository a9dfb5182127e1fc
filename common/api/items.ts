import { z } from 'zod';
import { itemEndpoints } from '../endpoints.ts';
import {
  addItemBody,
  folderRefShape,
  itemSchema,
  itemsQuery,
  noteBody,
  placeBody,
  watchedBody,
} from '../schemas/item.ts';
import { noContentSchema } from '../schemas/primitives.ts';
import { call, guarded, idParams } from './call.ts';

export const itemApi = {
  add: call(itemEndpoints.add, {
    body: addItemBody,
    answer: itemSchema,
    status: 201,
    errors: [...guarded, 'already_in_folder', 'limit_reached'],
  }),
  list: call(itemEndpoints.list, {
    query: itemsQuery.extend(folderRefShape).refine(({ folderId, categoryId }) => !(folderId && categoryId), {
      path: ['folderId'],
      message: 'Name one of folderId and categoryId',
    }),
    answer: z.array(itemSchema),
    errors: guarded,
  }),
  setWatched: call(itemEndpoints.setWatched, {
    params: idParams,
    body: watchedBody,
    answer: itemSchema,
    errors: guarded,
  }),
  setNote: call(itemEndpoints.setNote, {
    params: idParams,
    body: noteBody,
    answer: itemSchema,
    errors: guarded,
  }),
  move: call(itemEndpoints.move, {
    params: idParams,
    body: placeBody,
    answer: itemSchema,
    errors: guarded,
  }),
  remove: call(itemEndpoints.remove, {
    params: idParams,
    answer: noContentSchema,
    status: 204,
    errors: guarded,
  }),
} as const;
