import { z } from 'zod';
import { guestEndpoints, listPollEndpoints, pollEndpoints } from '../endpoints.ts';
import type { FamilyKey } from '../families.ts';
import { linkTokenParams } from '../schemas/invitationLink.ts';
import {
  ballotBody,
  ballotSchema,
  closePollBody,
  guestBody,
  guestJoinedSchema,
  guestLinkSchema,
  guestOfferSchema,
  guestParams,
  openPollBody,
  pollSchema,
} from '../schemas/poll.ts';
import { call, done, guarded, idParams, ofOne, seen } from './call.ts';

function listPollCalls(family: FamilyKey) {
  const endpoints = listPollEndpoints[family];
  return {
    open: call(endpoints.open, {
      params: idParams,
      body: openPollBody,
      answer: pollSchema,
      status: 201,
      errors: [...guarded, 'poll_open', 'too_few_candidates', 'upstream'],
    }),
    current: call(endpoints.current, {
      scope: 'list:read',
      params: idParams,
      answer: pollSchema.nullable(),
      errors: guarded,
    }),
    history: call(endpoints.history, {
      scope: 'list:read',
      params: idParams,
      answer: z.array(pollSchema),
      errors: guarded,
    }),
  };
}

export type ListPollCalls = ReturnType<typeof listPollCalls>;

export const listPollApi: Record<FamilyKey, ListPollCalls> = {
  folder: listPollCalls('folder'),
  category: listPollCalls('category'),
};

const change = { params: idParams, answer: pollSchema, errors: [...guarded, 'conflict'] } as const;

/** The calls on one poll. Those for guests as well take the cookie of a guest of this poll in place of a session. */
export const pollApi = {
  get: call(pollEndpoints.get, { params: idParams, answer: pollSchema, errors: seen, isForGuests: true }),
  join: call(pollEndpoints.join, change),
  leave: call(pollEndpoints.leave, { ...ofOne, ...done, isForGuests: true }),
  start: call(pollEndpoints.start, { ...change, errors: [...change.errors, 'too_few_candidates'] }),
  getBallot: call(pollEndpoints.getBallot, { ...ofOne, answer: ballotSchema, isForGuests: true }),
  setBallot: call(pollEndpoints.setBallot, {
    params: idParams,
    body: ballotBody,
    answer: ballotSchema,
    errors: [...guarded, 'conflict'],
    isForGuests: true,
  }),
  reveal: call(pollEndpoints.reveal, { ...change, errors: [...change.errors, 'too_few_candidates'] }),
  close: call(pollEndpoints.close, { ...change, body: closePollBody }),
  createGuestLink: call(pollEndpoints.createGuestLink, {
    params: idParams,
    answer: guestLinkSchema,
    status: 201,
    errors: [...guarded, 'conflict'],
  }),
  endGuestLink: call(pollEndpoints.endGuestLink, { ...ofOne, ...done }),
  removeGuest: call(pollEndpoints.removeGuest, { ...done, params: guestParams, errors: guarded }),
};

/** The calls of people who have a guest link and perhaps no account. */
export const guestApi = {
  offer: call(guestEndpoints.offer, {
    params: linkTokenParams,
    answer: guestOfferSchema,
    errors: seen,
    isPublic: true,
  }),
  join: call(guestEndpoints.join, {
    params: linkTokenParams,
    body: guestBody,
    answer: guestJoinedSchema,
    status: 201,
    errors: [...seen, 'conflict', 'already_member', 'limit_reached'],
    isPublic: true,
  }),
};
