import { useCallback, useEffect, useState } from 'react';
import type { Poll, PollProgress } from '../../../../common/schemas/poll.ts';
import { usePolls } from './poll.store.ts';

interface LivePoll {
  /** Undefined until loaded, null without an open poll. */
  poll: Poll | null | undefined;
  hasFailed: boolean;
  reload: () => void;
  /** Shows the answer to a write of this tab at once. */
  show: (poll: Poll) => void;
  /** Leaves a poll that is closed. */
  leave: () => void;
}

/**
 * A poll with all its candidates, kept up to date by events. A result stays after its poll was closed, for those who still
 * read it. `load` must stay the same between renders.
 */
export function useLivePoll(load: () => Promise<Poll | null>, folderId?: string): LivePoll {
  const [loaded, setLoaded] = useState<Poll | null>();
  const [hasFailed, setFailed] = useState(false);
  const place = folderId ?? loaded?.folderId ?? '';
  const progress = usePolls((state) => state.polls[place]);
  const liveId = progress?.pollId;

  const show = useCallback((poll: Poll) => setLoaded((known) => (isNewer(poll, known) ? poll : known)), []);
  const reload = useCallback(() => {
    setFailed(false);
    load().then(
      (found) => (found ? show(found) : setLoaded((known) => (known?.result ? { ...known, state: 'closed' } : null))),
      () => setFailed(true),
    );
  }, [load, show]);

  // The progress is gone when the poll has been closed.
  useEffect(() => setLoaded((known) => known && withProgress(known, progress)), [progress]);

  const leave = useCallback(() => setLoaded(null), []);

  // Loads at first, and again when events tell of another poll or that this one has ended.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newly loaded poll must not cause the next load
  useEffect(() => {
    if (loaded === undefined || loaded?.id !== liveId) reload();
  }, [reload, liveId]);

  return { poll: loaded && withProgress(loaded, progress), hasFailed: hasFailed && !loaded, reload, show, leave };
}

function isNewer(poll: Poll, known: Poll | null | undefined): boolean {
  return !known || poll.id !== known.id || poll.rev >= known.rev;
}

/** The poll with what has changed since it was loaded. */
export function withProgress(poll: Poll, progress: PollProgress | undefined): Poll {
  if (progress?.pollId !== poll.id || progress.rev <= poll.rev) return poll;
  const { pollId: _pollId, ...changed } = progress;
  const keys = new Set(changed.candidateKeys);
  return { ...poll, ...changed, candidates: poll.candidates.filter(({ key }) => keys.has(key)) };
}
