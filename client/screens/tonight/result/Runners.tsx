import type { Poll, PollResult } from '../../../../common/schemas/poll.ts';
import { participantIn } from '../../../features/folders/polls/pollPeople.ts';
import { CandidatePoster } from '../CandidatePoster.tsx';
import classes from './Runners.module.css';

const marks = ['no', 'maybe', 'yes'];

/** All titles, best first, with their numbers. In an open vote also with who voted what. */
export function Runners({ poll, result }: { poll: Poll; result: PollResult }) {
  const candidateOf = new Map(poll.candidates.map((candidate) => [candidate.key, candidate]));
  return (
    <ol className={classes.list} aria-label="All titles, best first">
      {result.ranking.map(({ key, yeses, noes, vetoes, score }) => {
        const candidate = candidateOf.get(key);
        return (
          candidate && (
            <li key={key} className={classes.row}>
              <CandidatePoster candidate={candidate} width={48} />
              <div>
                <p className={classes.title}>
                  <bdi>{candidate.title}</bdi>
                </p>
                <p className="hint">
                  {[`${yeses} yes`, `${noes} no`, vetoes > 0 && `${vetoes} veto`].filter(Boolean).join(' · ')}
                </p>
                {result.ballots && <p className="hint">{votesOn(key, poll, result.ballots)}</p>}
              </div>
              <p className={classes.score}>{score === 1 ? '1 point' : `${score} points`}</p>
            </li>
          )
        );
      })}
    </ol>
  );
}

/** 'Ana: yes, Ben: veto'. */
function votesOn(key: string, poll: Poll, ballots: NonNullable<PollResult['ballots']>): string {
  return ballots
    .map((ballot) => {
      const name = participantIn(poll, ballot.participantId)?.name ?? 'Someone';
      return `${name}: ${ballot.veto === key ? 'veto' : marks[ballot.marks[key] ?? 1]}`;
    })
    .join(', ');
}
