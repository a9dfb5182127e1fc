import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Family } from '../../../../common/families.ts';
import { levelOf } from '../../../../common/permissions.ts';
import type { Invitation } from '../../../../common/schemas/invitation.ts';
import { Avatar } from '../../../components/Avatar.tsx';
import { toast, toastError } from '../../../components/feedback/toast.ts';
import { displayName } from '../../../lib/person.ts';
import type { Respond } from '../state/folder.api.ts';
import { folderPath } from '../state/folderPaths.ts';
import { rightsText } from '../state/wording.ts';
import classes from './InvitationList.module.css';
import { useInvitations } from './invitation.store.ts';
import { choiceOf } from './usePermissionChoice.ts';

/** Loads the pending invitations. True when they are loaded or failed to load. */
export function useInvitationsSettled(family: Family): boolean {
  const status = useInvitations((state) => state.status);

  useEffect(() => {
    useInvitations
      .getState()
      .loadInvitations(family.key)
      .catch((error: unknown) => toastError(error, `Failed to fetch ${family.noun} invitations`));
  }, [family]);

  return status === 'ready' || status === 'failed';
}

/** The viewer's pending invitations. Renders nothing without invitations. */
export function InvitationList({ family }: { family: Family }) {
  const invitations = useInvitations((state) => state.invitations);

  if (invitations.length === 0) return null;
  return (
    <section className={classes.section} aria-label="Pending invitations">
      <h2 className={classes.heading}>
        Pending invitations <span className={classes.number}>{invitations.length}</span>
      </h2>
      <ul className={classes.list}>
        {invitations.map((invitation) => (
          <InvitationCard key={invitation.id} invitation={invitation} family={family} />
        ))}
      </ul>
    </section>
  );
}

function InvitationCard({ invitation, family }: { invitation: Invitation; family: Family }) {
  const { name } = invitation.folder;
  const navigate = useNavigate();
  const inviter = displayName(invitation.invitedByUser);

  const respond = async (status: Respond) => {
    try {
      await useInvitations.getState().respond(invitation, status, family.key);
      if (status === 'declined') {
        toast({ title: 'Invitation declined' });
        return;
      }
      const open = { label: 'Open', onPress: () => navigate(folderPath(family, invitation.folderId)) };
      toast({ title: 'Invitation accepted', description: `"${name}" is in your lists now.`, action: open });
    } catch (error) {
      toastError(error, 'Failed to respond to invitation');
    }
  };

  return (
    <li className={classes.card}>
      <Avatar person={invitation.invitedByUser} size={44} hasRing />
      <div className={classes.text}>
        <p className={classes.name}>{name}</p>
        <p className={classes.hint}>
          {inviter} invited you to this list · {describe(invitation)}
        </p>
      </div>
      <div className={classes.buttons}>
        <Button
          size="sm"
          variant="default"
          aria-label={`Decline invitation to ${name}`}
          onClick={() => respond('declined')}
        >
          Decline
        </Button>
        <Button size="sm" aria-label={`Accept invitation to ${name}`} onClick={() => respond('accepted')}>
          Accept
        </Button>
      </div>
    </li>
  );
}

function describe(invitation: Invitation): string {
  return choiceOf(invitation).preset === null ? `You ${rightsText(invitation)}` : levelOf(invitation);
}
