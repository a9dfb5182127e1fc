import type { Poll, PollProgress } from '../../../../common/schemas/poll.ts';
import { createLiveList, type LiveList } from '../../../lib/createLiveList.ts';
import { listPollApi, pollApi } from '../../../lib/http/api.ts';
import { ApiError, call, isRefused } from '../../../lib/http/http.ts';
import { usePolls } from './poll.store.ts';

// Polls with all their candidates, where someone looks at them. Null without an open poll.

type LivePolls = LiveList<Poll | null>;

/** By list, for its members. */
export const livePolls: LivePolls = createLiveList<Poll | null>({
  load: async (folderId, family) =>
    (await call(listPollApi[family].current, { params: { id: folderId } })) ?? ended(livePolls, folderId),
});

/** By poll, for its guests. Null for those who were removed. */
export const guestPolls: LivePolls = createLiveList<Poll | null>({
  async load(pollId) {
    try {
      return await call(pollApi.get, { params: { id: pollId }, isQuietAboutSession: true });
    } catch (error) {
      if (isRefused(error) || (error instanceof ApiError && error.status === 401)) return ended(guestPolls, pollId);
      throw error;
    }
  },
});

/** A result stays after its poll was closed, for those who still read it. */
function ended(polls: LivePolls, key: string): Poll | null {
  const known = polls.get(key);
  return known?.result ? { ...known, state: 'closed' } : null;
}

/** Shows the answer to a write of this tab at once. */
export function showPoll(polls: LivePolls, key: string, poll: Poll): void {
  polls.apply(key, (known) => (known && known.id === poll.id && known.rev > poll.rev ? known : poll));
}

export function applyPollChanged(progress: PollProgress): void {
  usePolls.getState().applyPoll(progress);
  applyProgress(livePolls, progress.folderId, progress);
  applyProgress(guestPolls, progress.pollId, progress);
}

function applyProgress(polls: LivePolls, key: string, progress: PollProgress): void {
  polls.apply(key, (known) => known && withProgress(known, progress));
  // Another poll has begun, or this one has ended.
  if (polls.get(key)?.id !== progress.pollId || progress.state === 'closed') void polls.refresh(key);
}

/** The poll with what has changed since it was loaded. */
export function withProgress(poll: Poll, progress: PollProgress): Poll {
  if (progress.pollId !== poll.id || progress.rev <= poll.rev) return poll;
  const { pollId: _pollId, ...changed } = progress;
  const keys = new Set(changed.candidateKeys);
  return { ...poll, ...changed, candidates: poll.candidates.filter(({ key }) => keys.has(key)) };
}
