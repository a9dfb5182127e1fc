import { Button } from '@mantine/core';
import { useId } from 'react';
import type { Family } from '../../../../common/families.ts';
import { levelOf } from '../../../../common/permissions.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { Invitation } from '../../../../common/schemas/invitation.ts';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { useKeptPlace } from '../../../components/focus/useKeptFocus.ts';
import { toast } from '../../../components/toast/toast.ts';
import { displayName } from '../../../lib/person.ts';
import { JoinRequestLine } from '../joinRequests/JoinRequestLine.tsx';
import { liveJoinRequests } from '../joinRequests/joinRequest.store.ts';
import { LinkLine } from '../links/LinkLine.tsx';
import { liveLinks } from '../links/link.store.ts';
import { PersonLine } from '../rights/PersonLine.tsx';
import { choiceOf } from '../rights/usePermissionChoice.ts';
import { liveSentInvitations, withdrawInvitation } from '../state/invitation.store.ts';
import { rightsText } from '../state/wording.ts';
import classes from './PermissionsPanel.module.css';

/**
 * The users who ask to join, the invited users who have not answered yet, and the links by which others can join. Renders
 * nothing without any.
 */
export function SentInvitations({ replica, family }: { replica: Replica; family: Family }) {
  const { id: folderId, userId: ownerId } = replica.folder;
  const sent = liveSentInvitations.useLoaded(folderId, family.key);
  const headingId = useId();
  const kept = useKeptPlace<HTMLUListElement>('button');

  const links = liveLinks.useLoaded(folderId, family.key) ?? [];
  const requests = liveJoinRequests.useLoaded(folderId, family.key) ?? [];
  if ((sent?.length ?? 0) + links.length + requests.length === 0) return null;
  return (
    <section className={classes.waiting} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.waitingTitle}>
        Waiting for an answer
      </h2>
      <ul className={classes.list} {...kept}>
        {requests.map((request) => (
          <li key={request.userId} className={classes.share}>
            <JoinRequestLine request={request} family={family} />
          </li>
        ))}
        {sent?.map((invitation) => (
          <li key={invitation.id} className={classes.share}>
            <PersonLine person={invitation.invitedUser} hint={hintOf(invitation)}>
              {[ownerId, invitation.invitedByUser.id].includes(replica.viewerId) && (
                <WithdrawButton invitation={invitation} family={family} />
              )}
            </PersonLine>
          </li>
        ))}
        {links.map((link) => (
          <li key={link.id} className={classes.share}>
            <LinkLine link={link} replica={replica} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function hintOf(invitation: Invitation): string {
  const isCustom = choiceOf(invitation).preset === null;
  return isCustom ? `Invited: ${rightsText(invitation)}` : `Invited as ${levelOf(invitation)}`;
}

function WithdrawButton({ invitation, family }: { invitation: Invitation; family: Family }) {
  const { isBusy, run } = useBusy();
  const withdraw = () =>
    run(async () => {
      await withdrawInvitation(invitation, family.key);
      toast({ title: 'Invitation withdrawn' });
    }, 'Couldn’t withdraw the invitation. Try again.');
  return (
    <Button
      variant="default"
      size="xs"
      loading={isBusy}
      aria-label={`Withdraw invitation of ${displayName(invitation.invitedUser)}`}
      onClick={withdraw}
    >
      Withdraw
    </Button>
  );
}
