import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Proposal } from '../../../../common/schemas/play.ts';
import { useKeptPlace } from '../../../components/focus/useKeptFocus.ts';
import { displayName } from '../../../lib/person.ts';
import { proposalsQuery } from '../play.queries.ts';
import { whenText } from '../playTime.ts';
import { proposalWords, proposedTitle, respond } from '../proposals.ts';
import classes from './Proposals.module.css';

/** What others saw together with the viewer, to be accepted into the own diary. */
export function Proposals() {
  // Without them the diary is complete.
  const { data: proposals } = useQuery(proposalsQuery);
  const kept = useKeptPlace<HTMLUListElement>('button');
  if (!proposals?.length) return null;
  return (
    <section className={classes.section}>
      <h2>Seen together?</h2>
      <ul className={classes.list} {...kept}>
        {proposals.map((proposal) => (
          <ProposalLine key={proposal.id} proposal={proposal} />
        ))}
      </ul>
    </section>
  );
}

function ProposalLine({ proposal }: { proposal: Proposal }) {
  const [isBusy, setBusy] = useState(false);
  const isRecorded = proposal.status === 'recorded';
  const { who, did, after } = isRecorded
    ? { who: displayName(proposal.by), did: 'ticked', after: 'for you' }
    : proposalWords(proposal);
  const title = proposedTitle(proposal);
  // A disabled button would lose the focus, which goes on to the next line.
  const answer = async (status: 'accepted' | 'declined') => {
    if (isBusy) return;
    setBusy(true);
    await respond(proposal, status);
    setBusy(false);
  };
  return (
    <li className={classes.line}>
      <p>
        <bdi>{who}</bdi> {did}{' '}
        <strong>
          <bdi>{title}</bdi>
        </strong>{' '}
        {after} {whenText(proposal, new Date())}.
      </p>
      <div className={classes.buttons}>
        <Button
          aria-disabled={isBusy}
          aria-label={isRecorded ? `Keep ${title}` : `Add to my diary: ${title}`}
          onClick={() => answer('accepted')}
        >
          {isRecorded ? 'Keep' : 'Add to my diary'}
        </Button>
        <Button
          variant="default"
          aria-disabled={isBusy}
          aria-label={isRecorded ? `Undo ${title}` : `No, I didn't see ${title}`}
          onClick={() => answer('declined')}
        >
          {isRecorded ? 'Undo' : 'No'}
        </Button>
      </div>
    </li>
  );
}
