import { z } from 'zod';
import { commentEndpoints, listCommentEndpoints } from '../endpoints.ts';
import type { FamilyKey } from '../families.ts';
import {
  commentBody,
  commentQuery,
  commentSchema,
  commentsQuery,
  commentUpdateBody,
  itemCommentsParams,
  reactionParams,
  readBody,
  unreadSchema,
} from '../schemas/comment.ts';
import { call, done, guarded, idParams, ofOne, seen } from './call.ts';

/** The calls on the comments of a list. Both families have the same calls. */
function listCommentCalls(family: FamilyKey) {
  const endpoints = listCommentEndpoints[family];
  const ofItem = { params: itemCommentsParams, errors: guarded } as const;
  return {
    unread: call(endpoints.unread, { scope: 'list:read', ...ofOne, answer: unreadSchema }),
    /** Newest first. */
    list: call(endpoints.list, {
      scope: 'list:read',
      ...ofItem,
      query: commentsQuery,
      answer: z.array(commentSchema),
      pagedBy: 'after',
    }),
    add: call(endpoints.add, {
      scope: 'list:write',
      ...ofItem,
      body: commentBody,
      answer: commentSchema,
      status: 201,
      errors: [...guarded, 'limit_reached'],
    }),
    markRead: call(endpoints.markRead, { scope: 'list:write', ...ofItem, ...done, body: readBody }),
  };
}

export type ListCommentCalls = ReturnType<typeof listCommentCalls>;

export const listCommentApi: Record<FamilyKey, ListCommentCalls> = {
  folder: listCommentCalls('folder'),
  category: listCommentCalls('category'),
};

const reaction = {
  ...done,
  scope: 'list:write',
  params: reactionParams,
  errors: [...guarded, 'conflict'],
} as const;

export const commentApi = {
  get: call(commentEndpoints.get, {
    scope: 'list:read',
    ...ofOne,
    query: commentQuery,
    answer: commentSchema,
  }),
  update: call(commentEndpoints.update, {
    scope: 'list:write',
    ...ofOne,
    body: commentUpdateBody,
    answer: commentSchema,
  }),
  remove: call(commentEndpoints.remove, { scope: 'list:write', ...ofOne, ...done }),
  restore: call(commentEndpoints.restore, {
    scope: 'list:write',
    params: idParams,
    answer: commentSchema,
    errors: [...seen, 'limit_reached'],
  }),
  react: call(commentEndpoints.react, reaction),
  removeReaction: call(commentEndpoints.removeReaction, reaction),
} as const;
