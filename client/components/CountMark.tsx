import '@mantine/core/styles/Indicator.layer.css';
import { Indicator } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './CountMark.module.css';

const MOST = 9;

interface CountMarkProps {
  count: number;
  /** What is counted, for screen readers: '3 pending invitations'. */
  label: string;
  /** True beside words: the number would cover their corner. */
  isBeside?: boolean;
  children: ReactNode;
}

/** A number at the corner of what leads to the things that it counts. None for 0. */
export function CountMark({ count, label, isBeside = false, children }: CountMarkProps) {
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
          <span className="visually-hidden">{label}</span>
        </>
      }
    >
      {children}
    </Indicator>
  );
}
