import { Button } from '@mantine/core';
import type { Family } from '../../../../common/families.ts';
import type { JoinRequest } from '../../../../common/schemas/joinRequest.ts';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { toast } from '../../../components/toast/toast.ts';
import { displayName } from '../../../lib/person.ts';
import { PersonLine } from '../rights/PersonLine.tsx';
import type { Respond } from '../state/folder.api.ts';
import { answerJoinRequest } from './joinRequest.store.ts';

/** A user who asks to join a list, for those who may invite. */
export function JoinRequestLine({ request, family }: { request: JoinRequest; family: Family }) {
  const { isBusy, finish } = useBusy();
  const name = displayName(request.user);

  const answer = (status: Respond) =>
    finish(async () => {
      await answerJoinRequest(request, status, family.key);
      toast({ title: status === 'accepted' ? withNames`${name} is in the list now` : 'Request declined' });
    }, 'Couldn’t answer the request. Try again.');

  return (
    <PersonLine person={request.user} hint="Asks to join">
      <div className="button-row">
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
