import { Button } from '@mantine/core';
import { leavePoll, removeGuest, startPoll } from '../../../features/folders/polls/poll.api.ts';
import { participantIn } from '../../../features/folders/polls/pollPeople.ts';
import { countOf } from '../../../features/folders/state/wording.ts';
import { CandidatePoster } from '../CandidatePoster.tsx';
import { People } from '../People.tsx';
import { CancelButton, JoinButton } from '../PollButtons.tsx';
import type { PollProps } from '../pollProps.ts';
import { TooFew } from '../TooFew.tsx';
import { GuestInvite } from './GuestInvite.tsx';
import classes from './Lobby.module.css';

/** Before the vote: who takes part, the titles, and the link for guests. */
export function Lobby({ poll, viewer, onWrite, isBusy }: PollProps) {
  const { id, participants, candidates, hasOpenBallots } = poll;
  const opener = participantIn(poll, poll.openedByUserId)?.name;
  const isIn = participantIn(poll, viewer.id) !== undefined;
  return (
    <section className={classes.lobby} aria-labelledby="tonight">
      <header className={classes.head}>
        <h1 id="tonight">What are we watching tonight?</h1>
        <p className={classes.lead} aria-live="polite">
          {countOf(participants.length, 'person', 'people')} here · {countOf(candidates.length, 'title')} to choose from
        </p>
      </header>
      <People
        people={participants}
        onRemove={
          viewer.canManage
            ? (guest) =>
                onWrite(async () => void (await removeGuest(id, guest.id)), 'Couldn’t remove the guest. Try again.')
            : undefined
        }
      />
      {poll.hasTooFewCandidates && <TooFew />}
      <Buttons {...{ poll, viewer, onWrite, isBusy }} />
      {!viewer.canManage && isIn && <p className={classes.lead}>{`${opener ?? 'Someone'} starts the vote.`}</p>}
      <p className={classes.rule}>
        {hasOpenBallots
          ? 'Open vote: with the result, everyone sees who voted what.'
          : 'Secret vote: nobody sees who voted what, not even after the result.'}
      </p>
      {viewer.canInvite && <GuestInvite pollId={id} />}
      <ul className={classes.wall} aria-label="Titles to choose from">
        {candidates.map((candidate) => (
          <li key={candidate.key}>
            <CandidatePoster candidate={candidate} width={140} isNamed />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** To take part or leave, and for those who run the vote to start or cancel it. */
function Buttons({ poll, viewer, onWrite, isBusy }: PollProps) {
  const { id } = poll;
  const isIn = participantIn(poll, viewer.id) !== undefined;
  const writing = { poll, onWrite, isBusy };
  return (
    <div className={classes.buttons}>
      {!isIn && !viewer.isGuest && <JoinButton {...writing} />}
      {viewer.canManage && (
        <Button
          size="md"
          variant={isIn ? 'filled' : 'default'}
          loading={isBusy}
          disabled={poll.hasTooFewCandidates}
          onClick={() => onWrite(() => startPoll(id), 'Couldn’t start the vote. Try again.')}
        >
          Start the vote
        </Button>
      )}
      {viewer.canManage && <CancelButton {...writing} />}
      {isIn && !viewer.canManage && !viewer.isGuest && (
        <Button
          size="md"
          variant="default"
          disabled={isBusy}
          onClick={() => onWrite(async () => void (await leavePoll(id)), 'Couldn’t leave the vote. Try again.')}
        >
          Leave
        </Button>
      )}
    </div>
  );
}
