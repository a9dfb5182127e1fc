import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PublicUser } from '../../../../../common/schemas/user.ts';
import { Avatar } from '../../../../components/Avatar.tsx';
import { displayName } from '../../../../lib/person.ts';
import { useUnblock } from '../../../users/privacy/useUnblock.ts';
import { blocksQuery } from '../../../users/user.queries.ts';
import classes from './PrivacyCard.module.css';

/** The people whom the viewer blocks. */
export function BlockedPeople() {
  const blocks = useQuery(blocksQuery).data;
  if (!blocks) return null;
  return (
    <div className={classes.blocked}>
      <p className={classes.label}>Blocked people</p>
      <p className={classes.hint}>
        {blocks.length === 0
          ? 'You have not blocked anyone. You can do so on a person’s profile.'
          : 'You cannot find or invite each other. They do not know, and lists that you share stay shared.'}
      </p>
      {blocks.length > 0 && (
        <ul className={classes.people} aria-label="Blocked people">
          {blocks.map(({ user }) => (
            <Blocked key={user.id} person={user} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Blocked({ person }: { person: PublicUser }) {
  const { isBusy, unblock } = useUnblock(person);
  const name = displayName(person);
  return (
    <li className={classes.person}>
      <Avatar person={person} size={36} />
      <bdi className={classes.name}>{name}</bdi>
      <Button variant="default" size="sm" loading={isBusy} aria-label={`Unblock ${name}`} onClick={unblock}>
        Unblock
      </Button>
    </li>
  );
}
