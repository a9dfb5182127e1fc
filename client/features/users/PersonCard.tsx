import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Contact } from '../../../common/user.ts';
import { Avatar } from '../../components/Avatar.tsx';
import type { PosterPlace } from '../../components/PosterGrid.tsx';
import { displayName, memberColour } from '../../lib/person.ts';
import classes from './PersonCard.module.css';
import { PinButton } from './PinButton.tsx';

/** Its height in the grid of the directory. */
export const PERSON_CARD_HEIGHT = 88;

interface PersonCardProps {
  person: Contact;
  /** In the grid of the directory. */
  place?: PosterPlace;
  /** Below the line of who it is. */
  children?: ReactNode;
}

/** Somebody in the directory: the whole card leads to their profile. */
export function PersonCard({ person, place, children }: PersonCardProps) {
  const name = displayName(person);
  const tabIndex = place?.tabIndex;
  return (
    <div
      {...place?.cell}
      className={classes.card}
      style={{ '--member': memberColour(person.id) }}
      data-person={person.id}
    >
      <div className={classes.line}>
        <Avatar person={person} size={56} />
        <div className={classes.text}>
          <Link className={classes.name} to={`/users/${person.id}`} tabIndex={tabIndex}>
            {name}
          </Link>
          <span className={classes.hint}>{hintOf(person, name)}</span>
        </div>
        <div className={classes.end}>
          <PinButton person={person} size="xs" tabIndex={tabIndex} />
        </div>
      </div>
      {children}
    </div>
  );
}

/** What tells two people of one name apart. */
function hintOf({ username, email }: Contact, name: string): string {
  return username && username !== name ? `@${username}` : email;
}
