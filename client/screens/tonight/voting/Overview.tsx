import type { Candidate } from '../../../../common/schemas/poll.ts';
import type { BallotView } from '../../../features/folders/polls/useBallot.ts';
import { CandidatePoster } from '../CandidatePoster.tsx';
import { candidateFacts } from '../candidateFacts.ts';
import { MarkButtons } from './MarkButtons.tsx';
import classes from './Overview.module.css';

/** All titles with their votes, for those who like to compare. */
export function Overview({ candidates, ballot }: { candidates: readonly Candidate[]; ballot: BallotView }) {
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
              <p className={classes.facts}>{candidateFacts(candidate)}</p>
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
