import { Button } from '@mantine/core';
import type { SharedPlayer } from '../../../../common/schemas/player.ts';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { displayName } from '../../../lib/person.ts';
import classes from './Players.module.css';
import { answerPart, endPart } from './player.queries.ts';

/** What others ask the viewer about their players, and what the viewer has agreed to. */
export function SharedPlayers({ shared }: { shared: readonly SharedPlayer[] }) {
  if (shared.length === 0) return null;
  return (
    <section aria-labelledby="shared-players">
      <h2 id="shared-players" className={classes.subheading}>
        Players of others
      </h2>
      <ul className={classes.cards}>
        {shared.map((part) => (
          <SharedLine key={part.id} part={part} />
        ))}
      </ul>
    </section>
  );
}

function SharedLine({ part: { id, role, name, state, by, player } }: { part: SharedPlayer }) {
  const { isBusy, run } = useBusy();
  const answer = (status: 'accepted' | 'declined') =>
    run(() => answerPart(id, status), 'Couldn’t send your answer. Try again.');
  const person = displayName(by);
  const text =
    role === 'account'
      ? `What “${name}” watches on ${player.name} goes into your diary.`
      : `Shows that you watch together are suggested for your diary when ${person} watches on ${player.name}.`;
  return (
    <li className={classes.card}>
      <div className={classes.line}>
        <div className={classes.words}>
          <p className={classes.name}>
            <bdi>{person}</bdi>
          </p>
          <p className={classes.facts}>{text}</p>
        </div>
        {state === 'invited' ? (
          <>
            <Button loading={isBusy} onClick={() => answer('accepted')}>
              Agree
            </Button>
            <Button variant="default" loading={isBusy} onClick={() => answer('declined')}>
              Decline
            </Button>
          </>
        ) : (
          <Button
            variant="default"
            loading={isBusy}
            onClick={() => run(() => endPart(id), 'Couldn’t end this. Try again.')}
          >
            Stop
          </Button>
        )}
      </div>
    </li>
  );
}
