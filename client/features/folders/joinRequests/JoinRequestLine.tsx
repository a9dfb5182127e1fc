import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Family } from '../../../../common/families.ts';
import type { JoinRequest } from '../../../../common/schemas/joinRequest.ts';
import { toast, toastError } from '../../../components/feedback/toast.ts';
import { displayName } from '../../../lib/person.ts';
import { PersonLine } from '../sharing/PersonLine.tsx';
import type { Respond } from '../state/folder.api.ts';
import classes from './JoinRequestLine.module.css';
import { useJoinRequests } from './joinRequest.store.ts';

/** A user who asks to join a list, for those who may invite. */
export function JoinRequestLine({ request, family }: { request: JoinRequest; family: Family }) {
  const [isBusy, setBusy] = useState(false);
  const name = displayName(request.user);

  const answer = async (status: Respond) => {
    setBusy(true);
    try {
      await useJoinRequests.getState().answer(request, status, family.key);
      toast({ title: status === 'accepted' ? `${name} is in the list now` : 'Request declined' });
    } catch (error) {
      setBusy(false);
      toastError(error, 'Failed to answer the request');
    }
  };

  return (
    <PersonLine person={request.user} hint="Asks to join">
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="xs"
          disabled={isBusy}
          aria-label={`Decline request of ${name}`}
          onClick={() => answer('declined')}
        >
          Decline
        </Button>
        <Button size="xs" disabled={isBusy} aria-label={`Accept request of ${name}`} onClick={() => answer('accepted')}>
          Accept
        </Button>
      </div>
    </PersonLine>
  );
}
