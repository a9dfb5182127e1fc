import { Button } from '@mantine/core';
import { type RefObject, useRef, useState } from 'react';
import type { Participant } from '../../../../common/schemas/poll.ts';
import { SegmentedFilter } from '../../../components/controls/SegmentedFilter.tsx';
import { Skeleton } from '../../../components/feedback/Skeletons.tsx';
import { useKeptFocus } from '../../../components/focus/useKeptFocus.ts';
import { type BallotView, useBallot } from '../../../features/folders/polls/useBallot.ts';
import { countOf } from '../../../features/folders/state/wording.ts';
import type { PollProps } from '../pollProps.ts';
import { TooFew } from '../TooFew.tsx';
import { Overview } from './Overview.tsx';
import { VoteCards } from './VoteCards.tsx';
import classes from './Voting.module.css';
import { Waiting } from './Waiting.tsx';

const views = [
  { value: 'cards', label: 'One by one' },
  { value: 'overview', label: 'All titles' },
] as const;

const QUESTION = 'Would you watch it tonight?';

type View = (typeof views)[number]['value'];

/** The vote of someone who takes part: on one title after the other or on all at once, then waiting for the others. */
export function Voting(props: PollProps & { me: Participant }) {
  const { poll, me } = props;
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
      {poll.hasTooFewCandidates && <TooFew />}
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
      <p className={classes.hint} role="status">
        {left > 0 ? `${countOf(left, 'title')} left. Those count as maybe.` : 'You voted on every title.'}
        {ballot.isSaving && ' Saving…'}
      </p>
    </footer>
  );
}
