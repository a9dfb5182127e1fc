import { z } from 'zod';
import { playEndpoints } from '../endpoints.ts';
import { respondBody } from '../schemas/invitation.ts';
import { confirmedSchema, playBody, playSchema, playsQuery, playUpdateBody, proposalSchema } from '../schemas/play.ts';
import { noContentSchema } from '../schemas/primitives.ts';
import { call, guarded, idParams, seen } from './call.ts';

/** The calls on the caller's own watch log, and on plays that others propose to the caller. */
export const playApi = {
  add: call(playEndpoints.add, {
    body: playBody,
    answer: playSchema,
    status: 201,
    errors: [...guarded, 'limit_reached', 'upstream'],
  }),
  list: call(playEndpoints.list, { query: playsQuery, answer: z.array(playSchema), pagedBy: 'before' }),
  /** Those that are not answered yet, the latest first. */
  proposals: call(playEndpoints.proposals, { answer: z.array(proposalSchema) }),
  update: call(playEndpoints.update, { params: idParams, body: playUpdateBody, answer: playSchema, errors: seen }),
  remove: call(playEndpoints.remove, { params: idParams, answer: noContentSchema, status: 204, errors: seen }),
  restore: call(playEndpoints.restore, { params: idParams, answer: playSchema, errors: [...seen, 'conflict'] }),
  confirm: call(playEndpoints.confirm, {
    params: idParams,
    body: respondBody,
    answer: confirmedSchema,
    errors: [...seen, 'already_answered', 'limit_reached'],
  }),
} as const;
