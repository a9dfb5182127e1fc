import { Button } from '@mantine/core';
import { closePoll, joinPoll } from '../../features/folders/polls/poll.api.ts';
import { People } from './People.tsx';
import type { PollProps } from './pollProps.ts';
import classes from './Voting.module.css';
import { RevealNow } from './Waiting.tsx';

/** A vote that goes on without the viewer, who can still join it. */
export function Watching({ poll, viewer, onWrite, isBusy }: PollProps) {
  return (
    <section className={classes.waiting} aria-labelledby="watching">
      <h1 id="watching">The vote has begun</h1>
      <People people={poll.participants} hasMarks />
      <div className={classes.buttons}>
        {!viewer.isGuest && (
          <Button
            size="md"
            loading={isBusy}
            onClick={() => onWrite(() => joinPoll(poll.id), 'Failed to join the vote')}
          >
            Join
          </Button>
        )}
        {viewer.canManage && <RevealNow {...{ poll, onWrite, isBusy }} />}
        {viewer.canManage && (
          <Button
            variant="subtle"
            color="gray"
            size="md"
            disabled={isBusy}
            onClick={() => onWrite(() => closePoll(poll.id), 'Failed to cancel the vote')}
          >
            Cancel the vote
          </Button>
        )}
      </div>
    </section>
  );
}
