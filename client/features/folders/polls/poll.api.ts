import type { FamilyKey } from '../../../../common/families.ts';
import type { Ballot, BallotBody, GuestLink, OpenPollBody, Poll } from '../../../../common/schemas/poll.ts';
import { guestApi, listPollApi, pollApi } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/http.ts';
import { newOpId } from '../state/opId.ts';

/** Params of a write on a poll. A repeated request is applied once. */
const write = (pollId: string) => ({ params: { id: pollId }, opId: newOpId() });

export function openPoll(folderId: string, family: FamilyKey, body: OpenPollBody): Promise<Poll> {
  return call(listPollApi[family].open, { ...write(folderId), body });
}

export const joinPoll = (pollId: string): Promise<Poll> => call(pollApi.join, write(pollId));
export const leavePoll = (pollId: string): Promise<void> => call(pollApi.leave, write(pollId));
export const startPoll = (pollId: string): Promise<Poll> => call(pollApi.start, write(pollId));
export const revealPoll = (pollId: string): Promise<Poll> => call(pollApi.reveal, write(pollId));

/** Ends a poll. With the winner's key, the members who took part are asked to note that they watched it. */
export function closePoll(pollId: string, watchedKey?: string): Promise<Poll> {
  return call(pollApi.close, { ...write(pollId), body: watchedKey === undefined ? {} : { watchedKey } });
}

export function saveBallot(pollId: string, body: BallotBody): Promise<Ballot> {
  return call(pollApi.setBallot, { ...write(pollId), body, isQuietAboutSession: true });
}

/** A new link for guests. It ends the one before. */
export const createGuestLink = (pollId: string): Promise<GuestLink> => call(pollApi.createGuestLink, write(pollId));
export const endGuestLink = (pollId: string): Promise<void> => call(pollApi.endGuestLink, write(pollId));

export function removeGuest(pollId: string, guestId: string): Promise<void> {
  return call(pollApi.removeGuest, { params: { id: pollId, guestId }, opId: newOpId() });
}

export function joinAsGuest(token: string, name: string): Promise<{ guestId: string; poll: Poll }> {
  return call(guestApi.join, { params: { token }, body: { name }, opId: newOpId() });
}
