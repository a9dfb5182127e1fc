import { ActionIcon, Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { Family } from '../../../../common/families.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { PollProgress } from '../../../../common/schemas/poll.ts';
import { AvatarStack } from '../../../components/Avatar.tsx';
import { Tooltip } from '../../../components/controls/Tooltip.tsx';
import { LowerEdge } from '../../../components/LowerEdge.tsx';
import { tonightPath } from '../state/folderPaths.ts';
import { usePolls } from './poll.store.ts';
import { participantIn, personOf } from './pollPeople.ts';
import classes from './TonightBanner.module.css';
import { joining } from './tonightLink.ts';

interface TonightBannerProps {
  replica: Replica;
  family: Family;
  poll: PollProgress;
  onHide: () => void;
}

/** A line in every tab that shows the list while its members choose what to watch. */
export function TonightBanner({ replica, family, poll, onHide }: TonightBannerProps) {
  const { folder, viewerId } = replica;
  const isIn = participantIn(poll, viewerId) !== undefined;
  return (
    <LowerEdge>
      <aside className={classes.banner} aria-label="Tonight">
        <AvatarStack people={poll.participants.map(personOf)} />
        <p className={classes.text} role="status">
          {textFor(poll)}
        </p>
        <Button component={Link} to={tonightPath(family, folder.id)} state={joining} size="sm">
          {poll.state === 'revealed' ? 'See the result' : isIn ? 'Open' : 'Join'}
        </Button>
        <Tooltip label="Hide">
          <ActionIcon variant="subtle" color="gray" size={36} aria-label="Hide" onClick={onHide}>
            <IconX size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </aside>
    </LowerEdge>
  );
}

/** The line of a screen that shows nothing in its place. */
export function OpenPollBanner({ replica, family }: Pick<TonightBannerProps, 'replica' | 'family'>) {
  const { poll, hide } = useShownPoll(replica.folder.id);
  return poll && <TonightBanner {...{ replica, family, poll }} onHide={hide} />;
}

function textFor({ state }: PollProgress): string {
  if (state === 'lobby') return 'What are we watching tonight? People are gathering.';
  return state === 'voting' ? 'The vote on tonight’s title is on.' : 'Tonight’s title is chosen.';
}

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
