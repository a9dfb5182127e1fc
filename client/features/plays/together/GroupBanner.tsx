import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Replica } from '../../../../common/replica/replica.ts';
import { Avatar } from '../../../components/Avatar.tsx';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { LowerEdge } from '../../../components/LowerEdge.tsx';
import { displayName } from '../../../lib/person.ts';
import classes from './GroupBanner.module.css';
import { declineGroup, groupsQuery, joinGroup } from './group.queries.ts';

/** A line in a list while somebody waits for the viewer's answer whether to watch a show together. */
export function GroupBanner({ replica }: { replica: Replica }) {
  const { folder, items } = replica;
  const isShared = folder.memberCount > 0;
  // The next visit asks again.
  const { data: groups } = useQuery({ ...groupsQuery(folder.id), enabled: isShared });
  const { isBusy, run } = useBusy();
  const proposed = groups?.find(({ proposedByUserId }) => proposedByUserId !== undefined);
  const show = items?.find(({ mediaType, tmdbId }) => mediaType === 'tv' && tmdbId === proposed?.tmdbId);
  const proposer = proposed?.people.find(({ id }) => id === proposed.proposedByUserId);
  if (!proposed || !show || !proposer) return null;
  const named = { folderId: folder.id, tmdbId: proposed.tmdbId };
  return (
    <LowerEdge>
      <aside className={classes.banner} aria-label="Watch together">
        <Avatar person={proposer} size={28} />
        <p className={classes.text} role="status">
          {withNames`${displayName(proposer)} wants to watch ${show.title} with you.`}
        </p>
        <div className={classes.buttons}>
          <Button size="sm" disabled={isBusy} onClick={() => run(() => joinGroup(named), 'Couldn’t join. Try again.')}>
            Join
          </Button>
          <Button
            size="sm"
            variant="subtle"
            color="gray"
            disabled={isBusy}
            onClick={() => run(() => declineGroup(named), 'Couldn’t save your answer. Try again.')}
          >
            Not now
          </Button>
        </div>
      </aside>
    </LowerEdge>
  );
}
