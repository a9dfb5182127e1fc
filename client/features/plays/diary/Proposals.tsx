import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Proposal } from '../../../../common/schemas/play.ts';
import { useKeptPlace } from '../../../components/focus/useKeptFocus.ts';
import { proposalsQuery } from '../play.queries.ts';
import { whenText } from '../playTime.ts';
import { proposalWords, respond } from '../proposals.ts';
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
  const { who, did, after } = proposalWords(proposal);
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
          <bdi>{proposal.title}</bdi>
        </strong>{' '}
        {after} {whenText(proposal, new Date())}.
      </p>
      <div className={classes.buttons}>
        <Button
          aria-disabled={isBusy}
          aria-label={`Add to my diary: ${proposal.title}`}
          onClick={() => answer('accepted')}
        >
          Add to my diary
        </Button>
        <Button
          variant="default"
          aria-disabled={isBusy}
          aria-label={`No, I didn't see ${proposal.title}`}
          onClick={() => answer('declined')}
        >
          No
        </Button>
      </div>
    </li>
  );
}
