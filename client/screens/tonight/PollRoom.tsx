import { useEffect, useRef, useState } from 'react';
import type { Poll } from '../../../common/schemas/poll.ts';
import { useBusy } from '../../components/feedback/useBusy.ts';
import { participantIn } from '../../features/folders/polls/pollPeople.ts';
import { Lobby } from './lobby/Lobby.tsx';
import { People } from './People.tsx';
import { CancelButton, JoinButton, RevealButton } from './PollButtons.tsx';
import type { PollProps, PollViewer } from './pollProps.ts';
import { Result } from './result/Result.tsx';
import classes from './voting/Voting.module.css';
import { Voting } from './voting/Voting.tsx';

interface PollRoomProps {
  poll: Poll;
  viewer: PollViewer;
  /** Shows the answer to a change. */
  onChange: (poll: Poll) => void;
  /** Leads from a result to the next vote; guests have none. */
  onLeave?: () => void;
}

/** A poll in its current state: before the vote, during it, and with its result. */
export function PollRoom({ poll, viewer, onChange, onLeave }: PollRoomProps) {
  const { isBusy, run } = useBusy();
  const onWrite: PollProps['onWrite'] = (write, failure) =>
    run(async () => {
      const answer = await write();
      if (answer) onChange(answer);
    }, failure);
  const wasVoting = useWasVoting(poll);
  const me = participantIn(poll, viewer.id);
  const room = useStartAtHeading(poll.result ? 'result' : `${poll.state} ${me?.isReady}`);

  const props = { poll, viewer, onWrite, isBusy };
  return (
    <div ref={room}>
      {poll.result ? (
        <Result {...props} result={poll.result} isNew={wasVoting} onLeave={onLeave} />
      ) : poll.state === 'lobby' ? (
        <Lobby {...props} />
      ) : me ? (
        <Voting {...props} me={me} />
      ) : (
        <Watching {...props} />
      )}
    </div>
  );
}

/** Whether this tab has shown the vote. Then its result appears with the reveal, else at once. */
function useWasVoting({ state }: Poll): boolean {
  const [wasVoting, setWasVoting] = useState(false);
  if (state === 'voting' && !wasVoting) setWasVoting(true);
  return wasVoting;
}

/** A vote that goes on without the viewer, who can still join it. */
function Watching({ poll, viewer, onWrite, isBusy }: PollProps) {
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

/**
 * When the phase changes, what was pressed is gone: shows the new phase from its top, with the focus on its heading. Put
 * the returned ref on the element with the heading. The first phase changes nothing.
 */
export function useStartAtHeading(phase: string | undefined) {
  const room = useRef<HTMLDivElement>(null);
  const shown = useRef(phase);
  useEffect(() => {
    const before = shown.current;
    if (phase === undefined || before === phase) return;
    shown.current = phase;
    if (before === undefined) return;
    window.scrollTo(0, 0);
    const heading = room.current?.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [phase]);
  return room;
}
