import { useEffect, useState } from 'react';
import type { Family } from '../../../../common/families.ts';
import type { Poll } from '../../../../common/schemas/poll.ts';
import { fetchPastPolls } from '../../../features/folders/polls/poll.api.ts';
import { dayText } from '../../../lib/dates.ts';
import { CandidatePoster } from '../CandidatePoster.tsx';
import classes from '../result/Runners.module.css';

/** What earlier votes of the list chose, newest first. */
export function PastPolls({ folderId, family }: { folderId: string; family: Family }) {
  const [polls, setPolls] = useState<Poll[]>([]);

  useEffect(() => {
    let isCurrent = true;
    // An extra on this screen, so a failure is not shown.
    fetchPastPolls(folderId, family.key).then(
      (found) => isCurrent && setPolls(found),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [folderId, family]);

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
        <p className={classes.numbers}>{poll.result?.sentence}</p>
      </div>
      <time className={classes.numbers} dateTime={poll.createdAt}>
        {dayText(poll.createdAt)}
      </time>
    </li>
  );
}
