import { Link } from 'react-router';
import type { User } from '../../common/user.ts';
import { Avatar } from '../components/Avatar.tsx';
import { Skeleton } from '../components/Skeletons.tsx';
import { profileName } from '../features/folders/ProfileHead.tsx';
import classes from './ProfileListScreen.module.css';

/** Whose list it is: face, name and address. */
export function ProfileOwner({ person }: { person: User | undefined }) {
  if (!person) {
    return (
      <div className={classes.owner}>
        <Skeleton width={44} height={44} radius={22} />
        <Skeleton width={160} height={36} radius={6} />
      </div>
    );
  }
  const name = profileName(person);
  return (
    <Link className={classes.owner} to={`/users/${person.id}`}>
      <Avatar person={person} size={44} />
      <span className={classes.ownerText}>
        <span className={classes.ownerName}>{name}</span>
        {name !== person.email && <span className={classes.email}>{person.email}</span>}
      </span>
    </Link>
  );
}
