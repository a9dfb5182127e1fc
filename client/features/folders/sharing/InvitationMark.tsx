import '@mantine/core/styles/Indicator.layer.css';
import { Indicator } from '@mantine/core';
import type { ReactNode } from 'react';
import { useInvitations } from '../state/invitation.store.ts';
import { countOf } from '../state/wording.ts';
import classes from './InvitationMark.module.css';

const MOST = 9;

interface InvitationMarkProps {
  /** True beside words: the number would cover their corner. */
  isBeside?: boolean;
  children: ReactNode;
}

/** The number of pending invitations, at the corner of what leads to them. */
export function InvitationMark({ isBeside = false, children }: InvitationMarkProps) {
  const count = useInvitations((state) => state.invitations.length);
  return (
    <Indicator
      inline
      disabled={count === 0}
      size={18}
      offset={isBeside ? { x: -10, y: 4 } : 2}
      classNames={classes}
      label={
        <>
          <span aria-hidden="true">{count > MOST ? `${MOST}+` : count}</span>
          <span className="visually-hidden">{countOf(count, 'pending invitation')}</span>
        </>
      }
    >
      {children}
    </Indicator>
  );
}
