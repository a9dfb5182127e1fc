import { type ReactNode, useMemo } from 'react';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { Poll } from '../../../../common/schemas/poll.ts';
import { MemberColours } from '../../../components/MemberColours.tsx';
import { usePolls } from '../polls/poll.store.ts';
import { useSeen } from '../seen/seen.store.ts';

interface ListColoursProps {
  replica: Replica;
  /** The shown vote; without it, the one that is on. */
  poll?: Pick<Poll, 'participants'> | null | undefined;
  children: ReactNode;
}

/** Gives the members of a list, and the guests of its vote, different colours in its screen. */
export function ListColours({ replica, poll, children }: ListColoursProps) {
  const marked = useSeen((state) => state.marks[replica.folder.id]?.consents);
  const open = usePolls((state) => state.polls[replica.folder.id]);
  const participants = (poll ?? open)?.participants;
  const memberIds = useMemo(
    () => [...knownMembers(replica), ...Object.keys(marked ?? {}), ...(participants ?? []).map(({ id }) => id)],
    [replica, marked, participants],
  );
  return <MemberColours memberIds={memberIds}>{children}</MemberColours>;
}

/**
 * The members whom the viewer knows, in the order of joining. Only those who may share the list see all members. The
 * others know the owner, themselves, who has added titles and who shows what they have seen.
 */
function knownMembers({ folder, viewerId, items = [] }: Replica): string[] {
  const members = folder.memberIds ?? folder.sharedWithUsers?.map(({ id }) => id) ?? [viewerId];
  const firstAdded = new Map<string, string>();
  for (const { addedBy, createdAt } of items) {
    const known = firstAdded.get(addedBy.id);
    if (known === undefined || createdAt < known) firstAdded.set(addedBy.id, createdAt);
  }
  const adders = [...firstAdded].sort(([, a], [, b]) => (a < b ? -1 : 1));
  return [...new Set([folder.userId, ...members, ...adders.map(([id]) => id)])];
}
