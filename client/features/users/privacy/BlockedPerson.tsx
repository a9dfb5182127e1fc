import { Button } from '@mantine/core';
import type { PublicUser } from '../../../../common/schemas/user.ts';
import { EmptyState } from '../../../components/feedback/EmptyState.tsx';
import { displayName } from '../../../lib/person.ts';
import { useUnblock } from './useUnblock.ts';

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
