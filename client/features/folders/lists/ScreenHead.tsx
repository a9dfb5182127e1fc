import type { ReactNode } from 'react';
import classes from './ScreenHead.module.css';

interface ScreenHeadProps {
  title: ReactNode;
  /** On the lines below the title. */
  children?: ReactNode;
  actions?: ReactNode;
}

/** The head of a list screen: title, details and actions. */
export function ScreenHead({ title, children, actions }: ScreenHeadProps) {
  return (
    <header className={classes.head}>
      <div className={classes.text}>
        <h1 className={classes.title}>
          <bdi>{title}</bdi>
        </h1>
        {children}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}

export function Badge({ children, isQuiet = false }: { children: ReactNode; isQuiet?: boolean }) {
  return (
    <span className={classes.badge} data-quiet={isQuiet || undefined}>
      {children}
    </span>
  );
}

export function BadgeLine({ children }: { children: ReactNode }) {
  return <div className={classes.badges}>{children}</div>;
}
