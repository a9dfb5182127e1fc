import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Contact } from '../../../common/schemas/user.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { useMemberColour } from '../../components/MemberColours.tsx';
import type { PosterPlace } from '../../components/posters/grid/PosterGrid.tsx';
import { displayName } from '../../lib/person.ts';
import classes from './PersonCard.module.css';
import { PinButton } from './PinButton.tsx';

/** The card's height in the directory. */
export const PERSON_CARD_HEIGHT = 88;

interface PersonCardProps {
  person: Contact;
  /** List item props from the directory's grid. */
  place?: PosterPlace;
  /** Shown below the name. */
  children?: ReactNode;
}

/** A user's card in the directory; links to their profile. */
export function PersonCard({ person, place, children }: PersonCardProps) {
  const name = displayName(person);
  const tabIndex = place?.tabIndex;
  const colourOf = useMemberColour();
  return (
    <div {...place?.cell} className={classes.card} style={{ '--member': colourOf(person.id) }} data-person={person.id}>
      <div className={classes.line}>
        <Avatar person={person} size={56} />
        <div className={classes.text}>
          <Link className={classes.name} to={`/users/${person.id}`} tabIndex={tabIndex}>
            <bdi>{name}</bdi>
          </Link>
          <span className={classes.hint}>{hintOf(person, name)}</span>
        </div>
        <div className={classes.end}>
          <PinButton person={person} isIcon tabIndex={tabIndex} />
        </div>
      </div>
      {children}
    </div>
  );
}

/** The detail that distinguishes users with the same name. */
function hintOf({ username, email }: Contact, name: string): string {
  return username && username !== name ? `@${username}` : email;
}
