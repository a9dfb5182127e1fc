import { useQuery } from '@tanstack/react-query';
import type { Family } from '../../../../common/families.ts';
import type { Poll } from '../../../../common/schemas/poll.ts';
import { pastPollsQuery } from '../../../features/folders/polls/poll.queries.ts';
import { dayText } from '../../../lib/dates.ts';
import { CandidatePoster } from '../CandidatePoster.tsx';
import classes from '../result/Runners.module.css';

/** What earlier votes of the list chose, newest first. */
export function PastPolls({ folderId, family }: { folderId: string; family: Family }) {
  // An extra on this screen, so a failure is not shown.
  const { data: polls = [] } = useQuery(pastPollsQuery(folderId, family.key));

  if (polls.length === 0) return null;
  return (
    <section aria-labelledby="earlier">
      <h2 id="earlier">Earlier evenings</h2>
      <ul className={classes.list}>
        {polls.map((poll) => (
          <Evening key={poll.id} poll={poll} />
        ))}
      </ul>
    </section>
  );
}

function Evening({ poll }: { poll: Poll }) {
  const winner = poll.candidates.find(({ key }) => key === poll.result?.winnerKey);
  if (!winner) return null;
  return (
    <li className={`${classes.row} ${classes.evening}`}>
      <CandidatePoster candidate={winner} width={48} />
      <div>
        <p className={classes.title}>
          <bdi>{winner.title}</bdi>
        </p>
        <p className="hint">{poll.result?.sentence}</p>
      </div>
      <time className="hint" dateTime={poll.createdAt}>
        {dayText(poll.createdAt)}
      </time>
    </li>
  );
}
