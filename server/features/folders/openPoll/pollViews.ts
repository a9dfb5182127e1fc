import type { Participant, Poll, PollProgress } from '../../../../common/schemas/poll.ts';
import { showOne } from '../../../platform/showOne.ts';
import { loadPublicUserLookup, nameOf } from '../../users/user.service.ts';
import { hasTooFew, keysOf, type PollDoc, pollStateOf } from '../model/poll.model.ts';

/*
 * Polls as everyone who takes part may see them. Ballots are not read here, so none can get out.
 */

type UserOf = Awaited<ReturnType<typeof loadPublicUserLookup>>;

/** The polls with all that is in them. */
export async function toPolls(polls: readonly PollDoc[]): Promise<Poll[]> {
  const userOf = await usersOf(polls);
  return polls.map((poll) => {
    const { pollId: id, ...progress } = progressOf(poll, userOf);
    return {
      id,
      ...progress,
      categoryId: progress.folderId,
      openedByUserId: poll.openedByUserId.toHexString(),
      candidates: poll.candidates.map(({ itemId: _itemId, ...candidate }) => candidate),
      filters: poll.filters,
      hasOpenBallots: poll.hasOpenBallots,
      seedHash: poll.seedHash,
      createdAt: poll.createdAt.toISOString(),
      ...(poll.revealedAt ? { revealedAt: poll.revealedAt.toISOString() } : {}),
      expiresAt: poll.expiresAt.toISOString(),
    };
  });
}

export function toPoll(poll: PollDoc): Promise<Poll> {
  return showOne(toPolls, poll);
}

/** The parts of the polls that change. */
export async function toProgress(polls: readonly PollDoc[]): Promise<PollProgress[]> {
  const userOf = await usersOf(polls);
  return polls.map((poll) => progressOf(poll, userOf));
}

function usersOf(polls: readonly PollDoc[]): Promise<UserOf> {
  const members = polls.flatMap(({ participants }) => participants.filter(({ kind }) => kind === 'member'));
  return loadPublicUserLookup(members.map(({ id }) => id));
}

function progressOf(poll: PollDoc, userOf: UserOf): PollProgress {
  return {
    pollId: poll._id.toHexString(),
    folderId: poll.folderId.toHexString(),
    rev: poll.rev,
    state: pollStateOf(poll),
    participants: poll.participants.map(({ id, kind, name, isReady }): Participant => {
      const user = kind === 'member' ? userOf(id) : null;
      return {
        id: id.toHexString(),
        kind,
        name: user ? nameOf(user) : (name ?? 'Guest'),
        face: user?.profileImageUrl ?? null,
        isReady,
      };
    }),
    candidateKeys: keysOf(poll),
    hasTooFewCandidates: hasTooFew(poll),
    ...(poll.result ? { result: poll.result } : {}),
  };
}
