import { People } from '../People.tsx';
import { CancelButton, JoinButton, RevealButton } from '../PollButtons.tsx';
import type { PollProps } from '../pollProps.ts';
import classes from './Voting.module.css';

/** A vote that goes on without the viewer, who can still join it. */
export function Watching({ poll, viewer, onWrite, isBusy }: PollProps) {
  const writing = { poll, onWrite, isBusy };
  return (
    <section className={classes.waiting} aria-labelledby="watching">
      <h1 id="watching">The vote has begun</h1>
      <People people={poll.participants} hasMarks />
      <div className={classes.buttons}>
        {!viewer.isGuest && <JoinButton {...writing} />}
        {viewer.canManage && <RevealButton {...writing} />}
        {viewer.canManage && <CancelButton {...writing} />}
      </div>
    </section>
  );
}
