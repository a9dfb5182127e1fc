import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { episodeText } from '../../../../common/episodeText.ts';
import { hasEpisode } from '../../../../common/progress.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { WatchGroup } from '../../../../common/schemas/watchGroup.ts';
import { AvatarStack } from '../../../components/Avatar.tsx';
import { Switch } from '../../../components/controls/Switch.tsx';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { useFocusInside } from '../../../components/focus/useKeptFocus.ts';
import { toast } from '../../../components/toast/toast.ts';
import { displayName, type Person } from '../../../lib/person.ts';
import { useFolders } from '../../folders/state/folder.store.ts';
import { mayIn } from '../../folders/state/useFolder.ts';
import { inWords } from '../../folders/state/wording.ts';
import { useProgress } from '../progress.queries.ts';
import { useFellows } from '../useFellows.ts';
import classes from './GroupCard.module.css';
import { declineGroup, groupsQuery, joinGroup, leaveGroup, proposeGroup } from './group.queries.ts';
import { watchTogether } from './watchTogether.ts';

interface GroupCardProps {
  folderId: string;
  showId: number;
  heading: ReactNode;
}

/** Who watches a show of a shared list together, and what is next for them. Nothing in a list that is not shared. */
export function GroupCard({ folderId, showId, heading }: GroupCardProps) {
  const replica = useFolders((state) => state.entries[folderId]?.replica);
  const isShared = (replica?.folder.memberCount ?? 0) > 0;
  // Without it, the rest of the dialog is complete.
  const { data: groups } = useQuery({ ...groupsQuery(folderId), enabled: isShared });
  if (!replica || !isShared || !groups) return null;
  const known = groups.find(({ tmdbId }) => tmdbId === showId);
  const hasShow = replica.items?.some(({ mediaType, tmdbId }) => mediaType === 'tv' && tmdbId === showId);
  if (!known && !hasShow) return null;
  const group = known ?? {
    tmdbId: showId,
    memberIds: [],
    people: [],
    next: null,
  };
  return (
    <section>
      {heading}
      <Group group={group} replica={replica} />
    </section>
  );
}

interface GroupProps {
  group: WatchGroup;
  replica: Replica;
}

function Group({ group, replica }: GroupProps) {
  const { viewerId, folder } = replica;
  const members = group.memberIds.flatMap((id) => group.people.find((person) => person.id === id) ?? []);
  const isIn = group.memberIds.includes(viewerId);
  const steps = useFocusInside<HTMLDivElement>();
  return (
    <div className={classes.card} {...steps}>
      {members.length > 0 && (
        <div className={classes.people}>
          <AvatarStack people={members} />
          <p>{peopleText(members, viewerId, group.proposedByUserId)}</p>
        </div>
      )}
      {isIn ? (
        <OwnGroup group={group} replica={replica} />
      ) : (
        <Invitation group={group} folderId={folder.id} members={members} />
      )}
    </div>
  );
}

/** 'You and Ben watch this together.' */
function peopleText(members: readonly Person[], viewerId: string, proposedByUserId?: string): string {
  const others = members.filter(({ id }) => id !== viewerId).map(displayName);
  const isIn = others.length < members.length;
  if (isIn && others.length === 0) return 'You’re the first. Others of this list can join you.';
  const names = isIn ? ['You', ...others] : others;
  if (names.length > 1) return `${inWords(names, 'and')} watch this together.`;
  return `${names[0]} wants to watch this with ${members[0]?.id === proposedByUserId ? 'you' : 'others'}.`;
}

interface InvitationProps {
  group: WatchGroup;
  folderId: string;
  members: readonly Person[];
}

function Invitation({ group, folderId, members }: InvitationProps) {
  const { isBusy, run } = useBusy();
  const isEmpty = members.length === 0;
  const { tmdbId, people, proposedByUserId } = group;
  const named = { folderId, tmdbId };
  const proposer = people.find(({ id }) => id === proposedByUserId);
  const join = () => run(() => joinGroup(named), 'Couldn’t join. Try again.');
  return (
    <>
      {proposer && members.length !== 1 && <p>{withNames`${displayName(proposer)} wants to watch this with you.`}</p>}
      {isEmpty && !proposer && (
        <p className="hint">One next episode for all who watch this. Nobody sees who is behind.</p>
      )}
      <div className={classes.buttons}>
        <Button disabled={isBusy} onClick={join}>
          {isEmpty && !proposer ? 'Watch together' : 'Join'}
        </Button>
        {proposer && (
          <Button
            variant="default"
            disabled={isBusy}
            onClick={() => run(() => declineGroup(named), 'Couldn’t save your answer. Try again.')}
          >
            Not now
          </Button>
        )}
      </div>
    </>
  );
}

/** The part of a member. */
function OwnGroup({ group, replica }: GroupProps) {
  const { isBusy, run } = useBusy();
  const { tmdbId, memberIds, next, trusts = false } = group;
  const folderId = replica.folder.id;
  const named = { folderId, tmdbId };
  const count = memberIds.length;
  const { progress } = useProgress(tmdbId);
  const hasMarked = next !== null && progress !== undefined && hasEpisode(progress.seen, next);
  return (
    <>
      {count > 1 && (
        <p className={classes.next} role="status">
          {next
            ? `${count === 2 ? 'Next for you both' : 'Next for you all'}: ${episodeText(next)}`
            : 'You’ve all seen what is out.'}
        </p>
      )}
      {hasMarked && <p className="hint">You’ve marked it. The next one comes when the others have too.</p>}
      <div className={classes.buttons}>
        {next && (
          <Button
            variant={hasMarked ? 'default' : 'filled'}
            disabled={isBusy}
            onClick={() => void watchTogether(named, next)}
          >
            We watched it
          </Button>
        )}
        <AskOthers group={group} replica={replica} />
        <Button
          variant="default"
          disabled={isBusy}
          onClick={() => run(() => leaveGroup(named), 'Couldn’t leave. Try again.')}
        >
          Leave
        </Button>
      </div>
      <Switch
        label="Others may tick for me"
        description="What they tick is in your diary at once. You can take it out."
        checked={trusts}
        disabled={isBusy}
        onChange={({ currentTarget: { checked } }) =>
          run(() => joinGroup(named, checked), 'Couldn’t save your choice. Try again.')
        }
      />
    </>
  );
}

/** Buttons to ask people of the list who are not in the group. */
function AskOthers({ group, replica }: GroupProps) {
  const { folder } = replica;
  const { isBusy, run } = useBusy();
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const fellows = useFellows(folder.id);
  const inList = new Set([
    folder.userId,
    ...(folder.memberIds ?? []),
    ...(folder.sharedWithUsers ?? []).map(({ id }) => id),
    ...(replica.shares ?? []).map(({ sharedWithUserId }) => sharedWithUserId),
  ]);
  if (!mayIn(replica, 'group:propose')) return null;
  const others = fellows.filter(({ id }) => inList.has(id) && !group.memberIds.includes(id) && !asked.has(id));
  const ask = (person: Person) =>
    run(async () => {
      await proposeGroup({ folderId: folder.id, tmdbId: group.tmdbId }, [person.id]);
      setAsked((known) => new Set(known).add(person.id));
      toast({ title: withNames`You asked ${displayName(person)}` });
    }, 'Couldn’t ask. Try again.');
  return others.map((person) => (
    <Button key={person.id} variant="default" disabled={isBusy} onClick={() => ask(person)}>
      <span className={classes.ask}>
        Ask <bdi>{displayName(person)}</bdi>
      </span>
    </Button>
  ));
}
