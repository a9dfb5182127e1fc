import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListedSession } from '../../../../common/schemas/account/session.ts';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { toast } from '../../../components/toast/toast.ts';
import { momentText } from '../../../lib/dates.ts';
import classes from './Security.module.css';
import { ShownListRow } from './ShownListRow.tsx';
import { endOtherSessions, endSession, sessionsQuery } from './security.queries.ts';

/** Where the user is signed in. */
export function SessionsRow() {
  const { data: sessions, refetch } = useQuery({ ...sessionsQuery, enabled: false });

  return (
    <ShownListRow
      label="Devices"
      hint="Where you are signed in"
      load={() => refetch({ throwOnError: true })}
      failure="Couldn’t load your devices"
    >
      {sessions && (
        <>
          <ul className={classes.list} aria-label="Devices">
            {sessions.map((session) => (
              <SessionLine key={session.id} session={session} />
            ))}
          </ul>
          {sessions.length > 1 && <EndOthersButton />}
        </>
      )}
    </ShownListRow>
  );
}

function SessionLine({ session }: { session: ListedSession }) {
  const device = session.device ?? 'Unknown device';
  return (
    <li className={classes.entry}>
      <div className={classes.words}>
        <p className={classes.title}>{device}</p>
        <p className={classes.facts}>
          {[
            session.isCurrent ? 'This device' : `Last used ${momentText(session.lastUsedAt)}`,
            `signed in ${momentText(session.startedAt)}`,
            session.address,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {!session.isCurrent && <EndButton id={session.id} device={device} />}
    </li>
  );
}

function EndButton({ id, device }: { id: string; device: string }) {
  const { isBusy, finish } = useBusy();

  const handleClick = () =>
    finish(async () => {
      await endSession(id);
      toast({ title: 'Signed out', description: withNames`${device} has been signed out.` });
    }, 'Couldn’t sign out the device. Try again.');

  return (
    <Button variant="default" aria-label={`Sign out ${device}`} loading={isBusy} onClick={handleClick}>
      Sign out
    </Button>
  );
}

function EndOthersButton() {
  const { isBusy, finish } = useBusy();

  const handleClick = () =>
    finish(async () => {
      await endOtherSessions();
      toast({ title: 'Signed out everywhere else', description: 'Only this device is still signed in.' });
    }, 'Couldn’t sign out the other devices. Try again.');

  return (
    <Button variant="default" className={classes.more} loading={isBusy} onClick={handleClick}>
      Sign out everywhere else
    </Button>
  );
}
