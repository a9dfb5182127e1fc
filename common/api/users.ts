import { z } from 'zod';
import { limits } from '../constants.ts';
import { profileEndpoints, userEndpoints } from '../endpoints.ts';
import type { FamilyKey } from '../families.ts';
import { blockSchema } from '../schemas/account/privacy.ts';
import { itemSchema, itemsQuery } from '../schemas/item.ts';
import { idPageQuery, idSchema } from '../schemas/primitives.ts';
import {
  contactSchema,
  directoryUserSchema,
  profileFolderSchema,
  searchUsersQuery,
  userSchema,
} from '../schemas/user.ts';
import { call, done, idParams, seen } from './call.ts';

const directoryQuery = idPageQuery(limits.directoryPage);

export const userApi = {
  get: call(userEndpoints.get, { scope: 'read', params: idParams, answer: userSchema, errors: seen }),
  list: call(userEndpoints.list, { query: directoryQuery, answer: z.array(directoryUserSchema), pagedBy: 'after' }),
  all: call(userEndpoints.all, { query: directoryQuery, answer: z.array(directoryUserSchema), pagedBy: 'after' }),
  search: call(userEndpoints.search, { query: searchUsersQuery, answer: z.array(contactSchema) }),
  pin: call(userEndpoints.pin, {
    params: idParams,
    answer: z.object({ isPinned: z.boolean() }),
    errors: ['not_found', 'conflict'],
  }),
  blocks: call(userEndpoints.blocks, { answer: z.array(blockSchema) }),
  block: call(userEndpoints.block, { ...done, params: idParams, errors: ['not_found', 'conflict', 'limit_reached'] }),
  unblock: call(userEndpoints.unblock, { ...done, params: idParams }),
} as const;

/** Another user's lists, for one family. */
function profileCalls(family: FamilyKey) {
  const endpoints = profileEndpoints[family];
  const owner = z.object({ userId: idSchema });
  const list = owner.extend({ id: idSchema });
  return {
    owner: call(endpoints.owner, { scope: 'read', params: idParams, answer: owner, errors: seen }),
    lists: call(endpoints.lists, { scope: 'read', params: owner, answer: z.array(profileFolderSchema), errors: seen }),
    list: call(endpoints.list, { scope: 'read', params: list, answer: profileFolderSchema, errors: seen }),
    items: call(endpoints.items, {
      scope: 'read',
      params: list,
      query: itemsQuery,
      answer: z.array(itemSchema),
      errors: seen,
    }),
  };
}

export const profileApi = { folder: profileCalls('folder'), category: profileCalls('category') };
