import type { ReactNode } from 'react';
import type { User } from '../../../../common/schemas/user.ts';
import { Avatar } from '../../../components/Avatar.tsx';
import { Skeleton } from '../../../components/feedback/Skeletons.tsx';
import { monthText } from '../../../lib/dates.ts';
import classes from './ProfileHead.module.css';

interface ProfileHeadProps {
  person: User;
  /** The line below the name: the number of lists and titles. */
  facts: readonly string[];
  actions?: ReactNode;
}

/** Full name, else first name, else email. The username for viewers who may not see the email. */
export function profileName({ firstName, lastName, email, username }: User): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email || username || 'Somebody';
}

export function ProfileHead({ person, facts, actions }: ProfileHeadProps) {
  const name = profileName(person);
  const about = [...facts, `Joined ${monthText(person.createdAt)}`];
  return (
    <header className={classes.head}>
      <span className={classes.face}>
        <Avatar person={person} size={112} hasRing />
      </span>
      <div className={classes.text}>
        <h1 className={classes.name}>
          <bdi>{name}</bdi>
        </h1>
        {person.username && <p className={classes.username}>@{person.username}</p>}
        <p className={classes.facts}>
          {about.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}

export function ProfileHeadSkeleton() {
  return (
    <div className={classes.head} aria-hidden="true">
      <span className={classes.face}>
        <Skeleton width={112} height={112} radius={56} />
      </span>
      <div className={classes.text}>
        <Skeleton width={220} height={40} />
        <div className={classes.facts}>
          <Skeleton width={280} height={20} radius={6} />
        </div>
      </div>
    </div>
  );
}
