import type { PollProgress } from '../../../../common/schemas/poll.ts';
import { createStore } from '../../../lib/createStore.ts';
import { without } from '../state/folder.state.ts';

interface PollsState {
  /** The open polls of the viewer's lists, by folder. */
  polls: Record<string, PollProgress>;
  applyPoll: (poll: PollProgress) => void;
  /** Sets all open polls, as the server has them. */
  applyAll: (polls: readonly PollProgress[]) => void;
  /** The viewer has lost the list. */
  applyGone: (folderId: string) => void;
}

export const usePolls = createStore<PollsState>((set) => ({
  polls: {},

  applyPoll(poll) {
    set(({ polls }) => {
      const known = polls[poll.folderId];
      if (known && isOlder(poll, known)) return {};
      if (poll.state === 'closed') return { polls: without(polls, poll.folderId) };
      return { polls: { ...polls, [poll.folderId]: poll } };
    });
  },

  applyAll(polls) {
    set({ polls: Object.fromEntries(polls.map((poll) => [poll.folderId, poll])) });
  },

  applyGone(folderId) {
    set(({ polls }) => ({ polls: without(polls, folderId) }));
  },
}));

/** Ids are ObjectIds, so a later poll of the same list has a higher one. */
function isOlder(poll: PollProgress, known: PollProgress): boolean {
  return poll.pollId === known.pollId ? poll.rev <= known.rev : poll.pollId < known.pollId;
}
