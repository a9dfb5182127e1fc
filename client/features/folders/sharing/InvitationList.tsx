import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Family } from '../../../../common/families.ts';
import type { Invitation } from '../../../../common/schemas/invitation.ts';
import { Avatar } from '../../../components/Avatar.tsx';
import { useKeptPlace } from '../../../components/focus/useKeptFocus.ts';
import { toastError } from '../../../components/toast/toast.ts';
import { displayName } from '../../../lib/person.ts';
import { offeredRights } from '../rights/offeredRights.ts';
import type { Respond } from '../state/folder.api.ts';
import { invitationsQuery, useInvitations } from '../state/invitation.store.ts';
import classes from './InvitationList.module.css';
import { useInvitationAnswer } from './useInvitationAnswer.ts';

/** Loads the pending invitations. True when they are loaded or failed to load. */
export function useInvitationsSettled(family: Family): boolean {
  const isLoaded = useInvitations((state) => state.isLoaded);
  const { error } = useQuery({ ...invitationsQuery(family.key), enabled: !isLoaded });

  useEffect(() => {
    if (error && !isLoaded) toastError(error, `Failed to fetch ${family.noun} invitations`);
  }, [error, isLoaded, family]);

  return isLoaded || error !== null;
}

/** The viewer's pending invitations. Renders nothing without invitations. */
export function InvitationList({ family }: { family: Family }) {
  const count = useInvitations((state) => state.invitations.length);

  if (count === 0) return null;
  return (
    <section className={classes.section} aria-label="Pending invitations">
      <h2 className={classes.heading}>
        Pending invitations <span className={classes.number}>{count}</span>
      </h2>
      <InvitationCards family={family} />
    </section>
  );
}

interface InvitationCardsProps {
  family: Family;
  isInDialog?: boolean;
}

/** Each pending invitation with its two answers. */
export function InvitationCards({ family, isInDialog }: InvitationCardsProps) {
  const invitations = useInvitations((state) => state.invitations);
  const answer = useInvitationAnswer(family, { isReplacing: isInDialog });
  const kept = useKeptPlace<HTMLUListElement>('button');
  return (
    <ul className={classes.list} {...kept}>
      {invitations.map((invitation) => (
        <InvitationCard key={invitation.id} invitation={invitation} onAnswer={(status) => answer(invitation, status)} />
      ))}
    </ul>
  );
}

interface InvitationCardProps {
  invitation: Invitation;
  onAnswer: (status: Respond) => void;
}

function InvitationCard({ invitation, onAnswer }: InvitationCardProps) {
  const { name } = invitation.folder;
  return (
    <li className={classes.card}>
      <Avatar person={invitation.invitedByUser} size={44} hasRing />
      <div className={classes.text}>
        <p className={classes.name}>
          <bdi>{name}</bdi>
        </p>
        <p className={classes.hint}>
          <bdi>{displayName(invitation.invitedByUser)}</bdi> invited you to this list · {offeredRights(invitation)}
        </p>
      </div>
      <div className={classes.buttons}>
        <Button
          size="sm"
          variant="default"
          aria-label={`Decline invitation to ${name}`}
          onClick={() => onAnswer('declined')}
        >
          Decline
        </Button>
        <Button size="sm" aria-label={`Accept invitation to ${name}`} onClick={() => onAnswer('accepted')}>
          Accept
        </Button>
      </div>
    </li>
  );
}
