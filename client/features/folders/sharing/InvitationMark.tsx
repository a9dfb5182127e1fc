import type { ReactNode } from 'react';
import { CountMark } from '../../../components/CountMark.tsx';
import { useInvitations } from '../state/invitation.store.ts';
import { countOf } from '../state/wording.ts';

interface InvitationMarkProps {
  /** True beside words: the number would cover their corner. */
  isBeside?: boolean;
  children: ReactNode;
}

/** The number of pending invitations, at the corner of what leads to them. */
export function InvitationMark({ isBeside = false, children }: InvitationMarkProps) {
  const count = useInvitations((state) => state.invitations.length);
  return (
    <CountMark count={count} label={countOf(count, 'pending invitation')} isBeside={isBeside}>
      {children}
    </CountMark>
  );
}
