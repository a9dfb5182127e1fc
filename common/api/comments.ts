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
    unread: call(endpoints.unread, { ...ofOne, answer: unreadSchema }),
    /** Newest first. */
    list: call(endpoints.list, { ...ofItem, query: commentsQuery, answer: z.array(commentSchema), pagedBy: 'after' }),
    add: call(endpoints.add, {
      ...ofItem,
      body: commentBody,
      answer: commentSchema,
      status: 201,
      errors: [...guarded, 'limit_reached'],
    }),
    markRead: call(endpoints.markRead, { ...ofItem, ...done, body: readBody }),
  };
}

export type ListCommentCalls = ReturnType<typeof listCommentCalls>;

export const listCommentApi: Record<FamilyKey, ListCommentCalls> = {
  folder: listCommentCalls('folder'),
  category: listCommentCalls('category'),
};

const reaction = { ...done, params: reactionParams, errors: [...guarded, 'conflict'] } as const;

export const commentApi = {
  get: call(commentEndpoints.get, { ...ofOne, query: commentQuery, answer: commentSchema }),
  update: call(commentEndpoints.update, { ...ofOne, body: commentUpdateBody, answer: commentSchema }),
  remove: call(commentEndpoints.remove, { ...ofOne, ...done }),
  restore: call(commentEndpoints.restore, {
    params: idParams,
    answer: commentSchema,
    errors: [...seen, 'limit_reached'],
  }),
  react: call(commentEndpoints.react, reaction),
  removeReaction: call(commentEndpoints.removeReaction, reaction),
} as const;
