import { ActionIcon } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { Participant } from '../../../common/schemas/poll.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { personOf } from '../../features/folders/polls/pollPeople.ts';
import classes from './People.module.css';

interface PeopleProps {
  people: readonly Participant[];
  /** Shows who has voted. */
  hasMarks?: boolean;
  /** Shows a button to remove each guest. */
  onRemove?: ((guest: Participant) => void) | undefined;
}

/** The faces of those who take part, in the order in which they joined. */
export function People({ people, hasMarks = false, onRemove }: PeopleProps) {
  return (
    <ul className={classes.people} aria-label="Who takes part">
      {people.map((person) => (
        <li key={person.id} className={classes.person}>
          <span className={classes.face}>
            <Avatar person={personOf(person)} size={60} hasRing />
            {hasMarks && person.isReady && (
              <span className={classes.tick}>
                <IconCheck size={16} stroke={3} role="img" aria-label="has voted" />
              </span>
            )}
          </span>
          <bdi className={classes.name}>{person.name}</bdi>
          {person.kind === 'guest' && <span className="small-hint">Guest</span>}
          {person.kind === 'guest' && onRemove && (
            <ActionIcon
              className={classes.remove}
              variant="default"
              radius="xl"
              size={28}
              aria-label={`Remove ${person.name}`}
              onClick={() => onRemove(person)}
            >
              <IconX size={14} stroke={2} />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  );
}
