import { Button } from '@mantine/core';
import { IconMoonStars } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { MemberChange } from '../../../../common/schemas/changes.ts';
import { Avatar } from '../../../components/Avatar.tsx';
import { useMemberColour } from '../../../components/MemberColours.tsx';
import classes from './ActivityLine.module.css';
import { type ActivityView, changeSentenceOf, momentOf } from './activityWords.ts';

interface ActivityLineProps {
  change: MemberChange;
  view: ActivityView;
  now: Date;
  onUndo?: () => Promise<void>;
}

/** One change as a sentence, with who made it and when. */
export function ActivityLine({ change, view, now, onUndo }: ActivityLineProps) {
  const colourOf = useMemberColour();
  const [isUndoing, setUndoing] = useState(false);
  // All participants decide a vote. Its entry names only the member with the last ballot, or one in place of a guest.
  const isOfMember = change.type !== 'poll:decided';
  const { who, before, about, after } = changeSentenceOf(change, view);

  const handleUndo = async () => {
    setUndoing(true);
    await onUndo?.();
    setUndoing(false);
  };

  return (
    <li className={classes.line} style={isOfMember ? { '--member': colourOf(change.by.id) } : undefined}>
      {isOfMember ? (
        <Avatar person={change.by} size={32} />
      ) : (
        <span className={classes.vote} aria-hidden="true">
          <IconMoonStars size={18} stroke={1.75} />
        </span>
      )}
      <p className={classes.text}>
        <span>
          <bdi className={classes.who}>{who}</bdi> {before}
          {about && (
            <strong className={classes.about}>
              <bdi>{about}</bdi>
            </strong>
          )}
          {after}
        </span>
        <time className={classes.time} dateTime={change.at}>
          {momentOf(change.at, now)}
        </time>
      </p>
      {onUndo && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.undo}
          loading={isUndoing}
          aria-label={`Undo: ${before}${about ?? ''}${after ?? ''}`}
          onClick={handleUndo}
        >
          Undo
        </Button>
      )}
    </li>
  );
}

const MINUTE_MS = 60_000;

/** The current time, updated each minute, to keep '5 min ago' correct. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
