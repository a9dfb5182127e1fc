import type { FamilyKey } from '../../../../common/families.ts';
import type { Ballot, BallotBody, GuestLink, GuestOffer, OpenPollBody, Poll } from '../../../../common/schemas/poll.ts';
import { guestApi, listPollApi, pollApi } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/http.ts';
import { newOpId } from '../state/opId.ts';

/** Params of a write on a poll. A repeated request is applied once. */
const write = (pollId: string) => ({ params: { id: pollId }, opId: newOpId() });

/** The list's open poll, or null. */
export function fetchCurrentPoll(folderId: string, family: FamilyKey): Promise<Poll | null> {
  return call(listPollApi[family].current, { params: { id: folderId } });
}

/** The list's past polls with a result, newest first. */
export function fetchPastPolls(folderId: string, family: FamilyKey): Promise<Poll[]> {
  return call(listPollApi[family].history, { params: { id: folderId } });
}

export function openPoll(folderId: string, family: FamilyKey, body: OpenPollBody): Promise<Poll> {
  return call(listPollApi[family].open, { ...write(folderId), body });
}

/** For members and for the poll's guests, who are not signed in. */
export function fetchPoll(pollId: string): Promise<Poll> {
  return call(pollApi.get, { params: { id: pollId }, isQuietAboutSession: true });
}

export const joinPoll = (pollId: string): Promise<Poll> => call(pollApi.join, write(pollId));
export const leavePoll = (pollId: string): Promise<void> => call(pollApi.leave, write(pollId));
export const startPoll = (pollId: string): Promise<Poll> => call(pollApi.start, write(pollId));
export const revealPoll = (pollId: string): Promise<Poll> => call(pollApi.reveal, write(pollId));

/** Ends a poll. With the winner's key, the members who took part are asked to note that they watched it. */
export function closePoll(pollId: string, watchedKey?: string): Promise<Poll> {
  return call(pollApi.close, { ...write(pollId), body: watchedKey === undefined ? {} : { watchedKey } });
}

/** The viewer's own ballot. */
export function fetchBallot(pollId: string): Promise<Ballot> {
  return call(pollApi.getBallot, { params: { id: pollId }, isQuietAboutSession: true });
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

/** What a guest link offers. Rejects with not_found once it has ended. */
export function fetchGuestOffer(token: string): Promise<GuestOffer> {
  return call(guestApi.offer, { params: { token } });
}

export function joinAsGuest(token: string, name: string): Promise<{ guestId: string; poll: Poll }> {
  return call(guestApi.join, { params: { token }, body: { name }, opId: newOpId() });
}
