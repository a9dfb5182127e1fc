import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './BackLink.module.css';

interface BackLinkProps {
  to: string;
  children: ReactNode;
  /** At the end of its line. */
  beside?: ReactNode;
}

/** The link above the heading of a list's management view or editor. */
export function BackLink({ to, children, beside }: BackLinkProps) {
  return (
    <div className={classes.line}>
      <Link className={`${classes.back} roomy-link`} to={to}>
        ← {children}
      </Link>
      {beside}
    </div>
  );
}
