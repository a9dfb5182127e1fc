import { Button } from '@mantine/core';
import type { PublicUser } from '../../../../common/schemas/user.ts';
import { EmptyState } from '../../../components/feedback/EmptyState.tsx';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { toast } from '../../../components/toast/toast.ts';
import { displayName } from '../../../lib/person.ts';
import { unblock } from '../user.queries.ts';

/** The profile of a person whom the viewer has blocked. */
export function BlockedPerson({ person }: { person: PublicUser }) {
  const { isBusy, unblock } = useUnblock(person);
  return (
    <EmptyState
      drawing="seats"
      heading="h1"
      title={`You blocked ${displayName(person)}`}
      action={
        <Button variant="default" loading={isBusy} onClick={unblock}>
          Unblock
        </Button>
      }
    >
      You cannot find or invite each other. Lists that you share stay shared.
    </EmptyState>
  );
}

interface Named {
  id: string;
  firstName?: string | null;
  lastName?: string | null;
  username?: string | null;
}

/** Ends a block, with a toast; one call at a time. */
export function useUnblock(person: Named) {
  const { isBusy, run } = useBusy();

  const end = () =>
    run(async () => {
      await unblock(person.id);
      toast({ title: withNames`${displayName(person)} is unblocked` });
    }, 'Couldn’t unblock this person. Try again.');

  return { isBusy, unblock: end };
}
