import { Button } from '@mantine/core';
import { closePoll, joinPoll, revealPoll } from '../../features/folders/polls/poll.api.ts';
import type { PollProps } from './pollProps.ts';

type ButtonProps = Pick<PollProps, 'poll' | 'onWrite' | 'isBusy'>;

export function JoinButton({ poll, onWrite, isBusy }: ButtonProps) {
  return (
    <Button
      size="md"
      loading={isBusy}
      onClick={() => onWrite(() => joinPoll(poll.id), 'Couldn’t join the vote. Try again.')}
    >
      Join
    </Button>
  );
}

/** Ends a vote that has no result yet. */
export function CancelButton({ poll, onWrite, isBusy }: ButtonProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="md"
      disabled={isBusy}
      onClick={() => onWrite(() => closePoll(poll.id), 'Couldn’t cancel the vote. Try again.')}
    >
      Cancel the vote
    </Button>
  );
}

/** Shows the result without those who have not voted. */
export function RevealButton({ poll, onWrite, isBusy }: ButtonProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="md"
      loading={isBusy}
      disabled={poll.hasTooFewCandidates}
      onClick={() => onWrite(() => revealPoll(poll.id), 'Couldn’t show the result. Try again.')}
    >
      Show the result now
    </Button>
  );
}
