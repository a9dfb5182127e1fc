import { Button } from '@mantine/core';
import { type RefObject, useRef, useState } from 'react';
import type { Candidate, Participant } from '../../../../common/schemas/poll.ts';
import { SegmentedFilter } from '../../../components/controls/SegmentedFilter.tsx';
import { Skeleton } from '../../../components/feedback/Skeletons.tsx';
import { useKeptFocus } from '../../../components/focus/useKeptFocus.ts';
import { namesOf } from '../../../features/folders/polls/pollPeople.ts';
import { type BallotView, useBallot } from '../../../features/folders/polls/useBallot.ts';
import { countOf } from '../../../features/folders/state/wording.ts';
import { CandidatePoster, candidateFacts } from '../CandidatePoster.tsx';
import { People } from '../People.tsx';
import { CancelButton, RevealButton } from '../PollButtons.tsx';
import type { PollProps } from '../pollProps.ts';
import { TooFew } from '../TooFew.tsx';
import { MarkButtons } from './MarkButtons.tsx';
import { VoteCards } from './VoteCards.tsx';
import classes from './Voting.module.css';

const views = [
  { value: 'cards', label: 'One by one' },
  { value: 'overview', label: 'All titles' },
] as const;

const QUESTION = 'Would you watch it tonight?';

type View = (typeof views)[number]['value'];

/** The vote of someone who takes part: on one title after the other or on all at once, then waiting for the others. */
export function Voting(props: PollProps & { me: Participant }) {
  const { poll, viewer, me } = props;
  const ballot = useBallot(poll.id, me.isReady);
  const [chosen, setView] = useState<View>();
  const done = useRef<HTMLButtonElement>(null);
  // The buttons of the last card go with it.
  const keptFocus = useKeptFocus(() => done.current);
  if (me.isReady) return <Waiting {...props} onChangeVotes={() => ballot?.setReady(false)} />;
  if (!ballot) {
    return (
      <section className={classes.voting} aria-labelledby="vote">
        <header className={classes.head}>
          <h1 id="vote">{QUESTION}</h1>
        </header>
        <Skeleton width={280} height={420} />
      </section>
    );
  }

  const left = poll.candidates.filter(({ key }) => ballot.marks[key] === undefined && ballot.veto !== key).length;
  const view = chosen ?? (left === 0 ? 'overview' : 'cards');
  return (
    <section className={classes.voting} aria-labelledby="vote" {...keptFocus}>
      <header className={classes.head}>
        <h1 id="vote">{QUESTION}</h1>
        <SegmentedFilter choices={views} value={view} onChange={setView} label="Show" />
      </header>
      {poll.hasTooFewCandidates && <TooFew canManage={viewer.canManage} />}
      {poll.hasTooFewCandidates && viewer.canManage && <CancelButton {...props} />}
      {view === 'cards' ? (
        <VoteCards candidates={poll.candidates} ballot={ballot} onDone={() => setView('overview')} />
      ) : (
        <Overview candidates={poll.candidates} ballot={ballot} />
      )}
      <Done left={left} ballot={ballot} button={done} />
    </section>
  );
}

/** Ends the viewer's vote. Titles without a vote count as maybe. */
function Done({
  left,
  ballot,
  button,
}: {
  left: number;
  ballot: BallotView;
  button: RefObject<HTMLButtonElement | null>;
}) {
  return (
    <footer className={classes.done} data-all={left === 0 || undefined}>
      <Button ref={button} size="md" variant={left === 0 ? 'filled' : 'default'} onClick={() => ballot.setReady(true)}>
        I'm done
      </Button>
      <p className="hint" role="status">
        {left > 0 ? `${countOf(left, 'title')} left. Those count as maybe.` : 'You voted on every title.'}
        {ballot.isSaving && ' Saving…'}
      </p>
    </footer>
  );
}

/** After the viewer's vote, until everyone is done. */
function Waiting({ poll, viewer, onWrite, isBusy, onChangeVotes }: PollProps & { onChangeVotes: () => void }) {
  const missing = poll.participants.filter(({ isReady }) => !isReady);
  return (
    <section className={classes.waiting} aria-labelledby="waiting">
      <h1 id="waiting" aria-live="polite">
        {missing.length > 0 ? `Waiting for ${namesOf(missing)}` : 'Everyone has voted'}
      </h1>
      <People people={poll.participants} hasMarks />
      {poll.hasTooFewCandidates && <TooFew canManage={viewer.canManage} />}
      <div className={classes.buttons}>
        <Button variant="default" size="md" disabled={isBusy} onClick={onChangeVotes}>
          Change my votes
        </Button>
        {viewer.canManage && <RevealButton {...{ poll, onWrite, isBusy }} />}
        {viewer.canManage && <CancelButton {...{ poll, onWrite, isBusy }} />}
      </div>
    </section>
  );
}

/** All titles with their votes, for those who like to compare. */
function Overview({ candidates, ballot }: { candidates: readonly Candidate[]; ballot: BallotView }) {
  return (
    <ul className={classes.grid} aria-label="Titles to choose from">
      {candidates.map((candidate) => {
        const { key, title } = candidate;
        const isVetoed = ballot.veto === key;
        return (
          <li key={key} className={classes.cell}>
            <CandidatePoster candidate={candidate} width={110} />
            <div className={classes.side}>
              <h2 className={classes.title}>
                <bdi>{title}</bdi>
              </h2>
              <p className="hint">{candidateFacts(candidate)}</p>
              <MarkButtons
                title={title}
                mark={ballot.marks[key]}
                isVetoed={isVetoed}
                hasVetoElsewhere={ballot.veto !== null && !isVetoed}
                onMark={(mark) => ballot.mark(key, mark)}
                onVeto={() => ballot.setVeto(isVetoed ? null : key)}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
