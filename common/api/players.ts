import { z } from 'zod';
import { playerEndpoints, scrobbleEndpoints } from '../endpoints.ts';
import { respondBody } from '../schemas/invitation.ts';
import {
  createPlayerBody,
  newPlayerSchema,
  playerKindSchema,
  playerPersonBody,
  playerSchema,
  playersSchema,
  recogniseBody,
  scrobbleAnswerSchema,
  scrobbleBody,
  senderBody,
  unrecognisedSchema,
  updatePlayerBody,
  watchingSchema,
} from '../schemas/player.ts';
import { call, done, idParams, seen } from './call.ts';

const sent = { answer: scrobbleAnswerSchema, errors: ['limit_reached'], scope: 'scrobble' } as const;

/** What players send. */
export const scrobbleApi = {
  send: call(scrobbleEndpoints.send, { ...sent, body: scrobbleBody }),
  /** The body is what the sender's program sends, as JSON or as form data. */
  fromPlayer: call(scrobbleEndpoints.fromPlayer, {
    ...sent,
    params: z.object({ sender: playerKindSchema }),
    body: senderBody,
    errors: ['limit_reached', 'not_found', 'too_large'],
  }),
} as const;

/** The calls on the caller's players. */
export const playerApi = {
  list: call(playerEndpoints.list, { answer: playersSchema }),
  /** Needs a fresh sign-in. */
  create: call(playerEndpoints.create, {
    body: createPlayerBody,
    answer: newPlayerSchema,
    status: 201,
    errors: ['fresh_sign_in_required', 'limit_reached', 'conflict'],
  }),
  update: call(playerEndpoints.update, {
    params: idParams,
    body: updatePlayerBody,
    answer: playerSchema,
    errors: [...seen, 'conflict'],
  }),
  /** A new address in place of the one before. Needs a fresh sign-in. */
  renew: call(playerEndpoints.renew, {
    params: idParams,
    answer: newPlayerSchema,
    status: 201,
    errors: ['fresh_sign_in_required', ...seen, 'limit_reached', 'conflict'],
  }),
  remove: call(playerEndpoints.remove, { ...done, params: idParams, errors: seen }),
  addPerson: call(playerEndpoints.addPerson, {
    params: idParams,
    body: playerPersonBody,
    answer: playerSchema,
    status: 201,
    errors: [...seen, 'forbidden', 'conflict', 'limit_reached'],
  }),
  /** Only the person who was asked. */
  answer: call(playerEndpoints.answer, {
    ...done,
    params: idParams,
    body: respondBody,
    errors: [...seen, 'already_answered'],
  }),
  /** By the player's owner, or by the person. */
  removePerson: call(playerEndpoints.removePerson, { ...done, params: idParams, errors: seen }),
  /** The latest first, and then those for which a title was picked. */
  unrecognised: call(playerEndpoints.unrecognised, { answer: z.array(unrecognisedSchema) }),
  recognise: call(playerEndpoints.recognise, {
    ...done,
    params: idParams,
    body: recogniseBody,
    errors: [...seen, 'limit_reached', 'upstream'],
  }),
  forget: call(playerEndpoints.forget, { ...done, params: idParams, errors: seen }),
  watching: call(playerEndpoints.watching, { answer: z.array(watchingSchema) }),
} as const;
