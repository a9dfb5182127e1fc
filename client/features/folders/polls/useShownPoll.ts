import { useLocalStorage } from '@mantine/hooks';
import type { PollProgress } from '../../../../common/schemas/poll.ts';
import { usePolls } from './poll.store.ts';

/** The open poll of a list, until the user hides it on this device. Its next state shows it again. */
export function useShownPoll(folderId: string): { poll: PollProgress | undefined; hide: () => void } {
  const poll = usePolls((state) => state.polls[folderId]);
  const [hidden, setHidden] = useLocalStorage<string>({
    key: `marquee.tonight.${folderId}`,
    getInitialValueInEffect: false,
    sync: false,
  });
  const current = poll && `${poll.pollId} ${poll.state}`;
  return { poll: current === hidden ? undefined : poll, hide: () => current && setHidden(current) };
}
