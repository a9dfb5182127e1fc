import { type ReactNode, useMemo } from 'react';
import type { Replica } from '../../../../common/replica/replica.ts';
import { MemberColours } from '../../../components/MemberColours.tsx';
import { useSeen } from '../seen/seen.store.ts';

/** Gives the members of a list different colours in its screen. */
export function ListColours({ replica, children }: { replica: Replica; children: ReactNode }) {
  const marked = useSeen((state) => state.marks[replica.folder.id]?.consents);
  const memberIds = useMemo(() => [...knownMembers(replica), ...Object.keys(marked ?? {})], [replica, marked]);
  return <MemberColours memberIds={memberIds}>{children}</MemberColours>;
}

/**
 * The members whom the viewer knows, in the order of joining. Only those who may share the list see all members. The
 * others know the owner, themselves, who has added titles and who shows what they have seen.
 */
function knownMembers({ folder, viewerId, items = [] }: Replica): string[] {
  const members = folder.memberIds ?? folder.sharedWithUsers?.map(({ id }) => id) ?? [viewerId];
  const inOrder = [...items].sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  return [...new Set([folder.userId, ...members, ...inOrder.map(({ addedBy }) => addedBy.id)])];
}
