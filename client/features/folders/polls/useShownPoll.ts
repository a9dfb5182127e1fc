import type { PollProgress } from '../../../../common/schemas/poll.ts';
import { usePolls } from './poll.store.ts';

const keyOf = (folderId: string) => `marquee.tonight.${folderId}`;

/** The open poll of a list, until the user hides it on this device. Its next state shows it again. */
export function useShownPoll(folderId: string): { poll: PollProgress | undefined; hide: () => void } {
  const poll = usePolls((state) => state.polls[folderId]);
  const hidden = usePolls((state) => state.hidden[folderId]) ?? readHidden(folderId);
  const applyHidden = usePolls((state) => state.applyHidden);
  const current = poll && `${poll.pollId} ${poll.state}`;

  const hide = () => {
    if (!current) return;
    applyHidden(folderId, current);
    storeHidden(folderId, current);
  };
  return { poll: current === hidden ? undefined : poll, hide };
}

function readHidden(folderId: string): string | null {
  try {
    return localStorage.getItem(keyOf(folderId));
  } catch {
    return null;
  }
}

function storeHidden(folderId: string, state: string): void {
  try {
    localStorage.setItem(keyOf(folderId), state);
  } catch {
    // Without storage it is hidden until the next reload.
  }
}
