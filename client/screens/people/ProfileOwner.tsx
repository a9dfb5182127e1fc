import { Link } from 'react-router-dom';
import type { User } from '../../../common/schemas/user.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { profileName } from '../../features/folders/profile/ProfileHead.tsx';
import classes from './ProfileListScreen.module.css';

/** The owner of the list: avatar, name and email. */
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
        <bdi className={classes.ownerName}>{name}</bdi>
        {name !== person.email && <span className={classes.email}>{person.email}</span>}
      </span>
    </Link>
  );
}
