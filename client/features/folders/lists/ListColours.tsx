import { type ReactNode, useMemo } from 'react';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { Poll } from '../../../../common/schemas/poll.ts';
import { MemberColours } from '../../../components/MemberColours.tsx';
import { usePolls } from '../polls/poll.store.ts';
import { liveSeen } from '../seen/seen.store.ts';

interface ListColoursProps {
  replica: Replica;
  /** The vote that is shown; by default the open one. */
  poll?: Pick<Poll, 'participants'> | null | undefined;
  children: ReactNode;
}

/**
 * Gives the members of a list, and the guests of its vote, different colours in its screen: the same for every viewer who
 * knows the same people.
 */
export function ListColours({ replica, poll, children }: ListColoursProps) {
  const marked = liveSeen.useKnown(replica.folder.id)?.consents;
  const open = usePolls((state) => state.polls[replica.folder.id]);
  const participants = (poll ?? open)?.participants;
  const memberIds = useMemo(
    () => [
      // First, and in the poll's order, so that the devices of guests, which know only participants, show the same.
      ...(participants ?? []).map(({ id }) => id),
      ...[...new Set([...knownMembers(replica), ...Object.keys(marked ?? {})])].sort(),
    ],
    [replica, marked, participants],
  );
  return <MemberColours memberIds={memberIds}>{children}</MemberColours>;
}

/**
 * The members whom the viewer knows. Only those who may share the list see all members. The others know the owner,
 * themselves, who has added titles and who shows what they have seen.
 */
function knownMembers({ folder, viewerId, items = [] }: Replica): string[] {
  const members = folder.memberIds ?? folder.sharedWithUsers?.map(({ id }) => id) ?? [viewerId];
  return [folder.userId, ...members, ...items.map(({ addedBy }) => addedBy.id)];
}
