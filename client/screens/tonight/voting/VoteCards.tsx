import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type CSSProperties, type PointerEvent, useEffect, useEffectEvent, useState } from 'react';
import type { Mark } from '../../../../common/poll/rule.ts';
import type { Candidate } from '../../../../common/schemas/poll.ts';
import type { BallotView } from '../../../features/folders/polls/useBallot.ts';
import { CandidatePoster, candidateFacts } from '../CandidatePoster.tsx';
import { MarkButtons } from './MarkButtons.tsx';
import classes from './VoteCards.module.css';

interface VoteCardsProps {
  candidates: readonly Candidate[];
  ballot: BallotView;
  /** Called after the last title. */
  onDone: () => void;
}

/** One large poster after the other: by swipe, buttons or keys. */
export function VoteCards({ candidates, ballot, onDone }: VoteCardsProps) {
  const { candidate, place, vote, veto, undo } = useCards({ candidates, ballot, onDone });
  useVoteKeys({ vote, veto, undo });
  const swipe = useSwipe({ onLeft: () => vote(0), onRight: () => vote(2) });

  if (!candidate) return null;
  return (
    <div className={classes.cards}>
      <progress
        className={classes.progress}
        value={place}
        max={candidates.length}
        aria-label={`Title ${place + 1} of ${candidates.length}`}
      />
      <div className={classes.above}>
        <p className={classes.count}>{`${place + 1} of ${candidates.length}`}</p>
        <Button
          variant="subtle"
          color="gray"
          size="sm"
          leftSection={<IconArrowBackUp />}
          disabled={place === 0}
          onClick={undo}
        >
          Undo
        </Button>
      </div>
      <article key={candidate.key} className={classes.card} aria-labelledby="candidate" {...swipe}>
        <div className={classes.poster}>
          <CandidatePoster candidate={candidate} width={340} />
        </div>
        <div className={classes.words} aria-live="polite">
          <h2 id="candidate" className={classes.title}>
            <bdi>{candidate.title}</bdi>
          </h2>
          <p className="dim">{candidateFacts(candidate)}</p>
          <p className={classes.overview}>{candidate.overview}</p>
        </div>
      </article>
      <MarkButtons
        title={candidate.title}
        mark={ballot.marks[candidate.key]}
        isVetoed={ballot.veto === candidate.key}
        hasVetoElsewhere={ballot.veto !== null && ballot.veto !== candidate.key}
        onMark={vote}
        onVeto={veto}
        hasKeys
      />
    </div>
  );
}

/** The card that is shown, and what changes it. */
function useCards({ candidates, ballot, onDone }: VoteCardsProps) {
  const [at, setAt] = useState(() => firstOpen(candidates, ballot));
  const place = Math.min(at, candidates.length - 1);
  const candidate = candidates[place];
  const go = (next: number) => (next < candidates.length ? setAt(next) : onDone());

  const vote = (mark: Mark) => {
    if (!candidate) return;
    ballot.mark(candidate.key, mark);
    go(place + 1);
  };
  const veto = () => {
    if (!candidate) return;
    if (ballot.veto === candidate.key) return ballot.setVeto(null);
    ballot.setVeto(candidate.key);
    go(place + 1);
  };
  const undo = () => {
    const last = candidates[place - 1];
    if (!last) return;
    if (ballot.veto === last.key) ballot.setVeto(null);
    else ballot.mark(last.key, undefined);
    setAt(place - 1);
  };
  return { candidate, place, vote, veto, undo };
}

/** The place of the first title without a vote, else the first. */
function firstOpen(candidates: readonly Candidate[], { marks, veto }: BallotView): number {
  const found = candidates.findIndex(({ key }) => marks[key] === undefined && veto !== key);
  return Math.max(0, found);
}

/** How far a card must be moved, in CSS pixels. */
const ENOUGH = 90;

interface Swipe {
  onLeft: () => void;
  onRight: () => void;
}

/** Props of a card that can be swiped to the left and right. It follows the finger; up and down scroll the page. */
function useSwipe({ onLeft, onRight }: Swipe) {
  const [from, setFrom] = useState<number>();
  const [moved, setMoved] = useState(0);

  const end = (isDone: boolean) => {
    setFrom(undefined);
    setMoved(0);
    if (isDone && moved > ENOUGH) onRight();
    if (isDone && moved < -ENOUGH) onLeft();
  };
  const style: CSSProperties & Record<`--${string}`, number | string> = {
    touchAction: 'pan-y',
    ...(from !== undefined && { transform: `translateX(${moved}px) rotate(${moved / 30}deg)`, transition: 'none' }),
  };
  return {
    style,
    'data-swiped': moved > ENOUGH ? 'right' : moved < -ENOUGH ? 'left' : undefined,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setFrom(event.clientX);
    },
    onPointerMove: (event: PointerEvent) => {
      if (from !== undefined) setMoved(event.clientX - from);
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
  };
}

interface VoteKeys {
  vote: (mark: Mark) => void;
  veto: () => void;
  undo: () => void;
}

/** The keys of the vote: 1 no, 2 maybe, 3 yes, V veto, Backspace undo. Fields and dialogs keep their keys. */
function useVoteKeys({ vote, veto, undo }: VoteKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isElsewhere(event.target)) return;
    const actions: Record<string, () => void> = {
      '1': () => vote(0),
      '2': () => vote(1),
      '3': () => vote(2),
      v: veto,
      backspace: undo,
    };
    const act = actions[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });

  useEffect(() => {
    const handle = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', handle);
    return () => window.removeEventListener('keydown', handle);
  }, []);
}

const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input:not([type="radio"]), textarea, select, [role="dialog"]') !== null;
