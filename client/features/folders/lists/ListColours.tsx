import { type ReactNode, useMemo } from 'react';
import type { Replica } from '../../../../common/replica/replica.ts';
import { MemberColours } from '../../../components/MemberColours.tsx';

/** Gives the members of a list different colours in its screen. */
export function ListColours({ replica, children }: { replica: Replica; children: ReactNode }) {
  const memberIds = useMemo(() => knownMembers(replica), [replica]);
  return <MemberColours memberIds={memberIds}>{children}</MemberColours>;
}

/**
 * The members whom the viewer knows, in the order of joining. Only those who may share the list see all members. The
 * others know the owner, themselves and who has added titles.
 */
function knownMembers({ folder, viewerId, items = [] }: Replica): string[] {
  const members = folder.memberIds ?? folder.sharedWithUsers?.map(({ id }) => id) ?? [viewerId];
  const inOrder = [...items].sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  return [...new Set([folder.userId, ...members, ...inOrder.map(({ addedBy }) => addedBy.id)])];
}
