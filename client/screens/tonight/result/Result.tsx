import { Button } from '@mantine/core';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Candidate, PollResult } from '../../../../common/schemas/poll.ts';
import { useFocusInside } from '../../../components/focus/useKeptFocus.ts';
import { toast } from '../../../components/toast/toast.ts';
import { closePoll } from '../../../features/folders/polls/poll.api.ts';
import { CandidatePoster, candidateFacts } from '../CandidatePoster.tsx';
import type { PollProps } from '../pollProps.ts';
import classes from './Result.module.css';
import { Runners } from './Runners.tsx';

interface ResultProps extends PollProps {
  result: PollResult;
  /** The result has just come: it is revealed. */
  isNew: boolean;
  onLeave: (() => void) | undefined;
}

/** What the vote chose, why, and what came next. */
export function Result({ poll, viewer, result, isNew, onLeave, onWrite, isBusy }: ResultProps) {
  const winner = poll.candidates.find(({ key }) => key === result.winnerKey);
  const poster = useRef<HTMLDivElement>(null);
  useReveal(poster, isNew);
  const buttons = useFocusInside<HTMLDivElement>();
  const watch = (key: string) =>
    onWrite(async () => {
      const closed = await closePoll(poll.id, key);
      toast({ title: 'Enjoy the show', description: 'Everyone who voted is asked to note that they watched it.' });
      return closed;
    }, 'Couldn’t close the vote. Try again.');
  const isOpen = poll.state === 'revealed';
  const chooseAgain = () =>
    onWrite(async () => {
      if (isOpen) await closePoll(poll.id);
      onLeave?.();
      return undefined;
    }, 'Couldn’t close the vote. Try again.');

  return (
    <section className={classes.result} aria-labelledby="result">
      {winner && <Winner winner={winner} sentence={result.sentence} posterRef={poster} />}
      {onLeave && (viewer.canManage || !isOpen) && (
        <div className={classes.buttons} {...buttons}>
          {winner && isOpen && (
            <Button size="md" loading={isBusy} onClick={() => watch(winner.key)}>
              We're watching it
            </Button>
          )}
          <Button size="md" variant="default" disabled={isBusy} onClick={chooseAgain}>
            Choose again
          </Button>
        </div>
      )}
      <Runners poll={poll} result={result} />
      <details className={classes.proof}>
        <summary>How it was decided</summary>
        <p>
          Vetoed titles are out. Titles with a no are out too, unless every title that is left has one. The most points
          win: two for a yes, one for a maybe. Titles with equal points are ordered by a random number that was fixed
          before the vote.
        </p>
        <dl>
          <dt>Fixed before the vote (SHA-256)</dt>
          <dd>{poll.seedHash}</dd>
          <dt>The random number</dt>
          <dd>{result.seed}</dd>
        </dl>
      </details>
    </section>
  );
}

interface WinnerProps {
  winner: Candidate;
  sentence: string;
  posterRef: React.Ref<HTMLDivElement>;
}

function Winner({ winner, sentence, posterRef }: WinnerProps) {
  return (
    <div className={classes.winner}>
      <div ref={posterRef} className={classes.bulbs}>
        <div className={classes.poster}>
          <CandidatePoster candidate={winner} width={280} />
        </div>
      </div>
      <div className={classes.words} role="status">
        <p className={classes.tonight}>Tonight</p>
        <h1 id="result" className={classes.title}>
          <bdi>{winner.title}</bdi>
        </h1>
        <p className="dim">{candidateFacts(winner)}</p>
        <p className={classes.sentence}>{sentence}</p>
      </div>
    </div>
  );
}

const DURATION_MS = 900;

/** Lets the winning poster grow once when the result has just come. Not with reduced motion. */
function useReveal(poster: RefObject<HTMLElement | null>, isNew: boolean): void {
  useLayoutEffect(() => {
    const element = poster.current;
    if (!element || !isNew || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const animation = element.animate(
      [
        { transform: 'translateY(30%) scale(0.3)', opacity: 0, filter: 'brightness(0.2)' },
        { transform: 'scale(1.04)', opacity: 1, filter: 'brightness(1.25)', offset: 0.75 },
        { transform: 'none', opacity: 1, filter: 'none' },
      ],
      { duration: DURATION_MS, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
    );
    return () => animation.cancel();
  }, [poster, isNew]);
}
