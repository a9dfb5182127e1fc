import '@mantine/core/styles/Indicator.layer.css';
import { Indicator } from '@mantine/core';
import type { ReactNode } from 'react';
import { countOf } from '../state/wording.ts';
import classes from './InvitationMark.module.css';
import { useInvitations } from './invitation.store.ts';

const MOST = 9;

/** The number of pending invitations, at the corner of what leads to them. */
export function InvitationMark({ children }: { children: ReactNode }) {
  const count = useInvitations((state) => state.invitations.length);
  return (
    <Indicator
      inline
      disabled={count === 0}
      size={18}
      offset={2}
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
