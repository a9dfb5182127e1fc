import { Button } from '@mantine/core';
import { namesOf } from '../../../features/folders/polls/pollPeople.ts';
import { People } from '../People.tsx';
import { RevealButton } from '../PollButtons.tsx';
import type { PollProps } from '../pollProps.ts';
import { TooFew } from '../TooFew.tsx';
import classes from './Voting.module.css';

/** After the viewer's vote, until everyone is done. */
export function Waiting({ poll, viewer, onWrite, isBusy, onChangeVotes }: PollProps & { onChangeVotes: () => void }) {
  const missing = poll.participants.filter(({ isReady }) => !isReady);
  return (
    <section className={classes.waiting} aria-labelledby="waiting">
      <h1 id="waiting" aria-live="polite">
        {missing.length > 0 ? `Waiting for ${namesOf(missing)}` : 'Everyone has voted'}
      </h1>
      <People people={poll.participants} hasMarks />
      {poll.hasTooFewCandidates && <TooFew />}
      <div className={classes.buttons}>
        <Button variant="default" size="md" disabled={isBusy} onClick={onChangeVotes}>
          Change my votes
        </Button>
        {viewer.canManage && <RevealButton {...{ poll, onWrite, isBusy }} />}
      </div>
    </section>
  );
}
