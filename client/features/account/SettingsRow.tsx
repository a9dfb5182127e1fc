import type { ReactNode } from 'react';
import classes from './SettingsRow.module.css';

interface SettingsRowProps {
  label: string;
  /** To its left: a face or an icon. */
  mark?: ReactNode;
  children: ReactNode;
  /** At its end, where there is something to do. */
  action?: ReactNode;
}

/** One line of the account: what it is called, what it is, what can be done about it. */
export function SettingsRow({ label, mark, children, action }: SettingsRowProps) {
  return (
    <section className={classes.row} aria-label={label}>
      {mark && <div className={classes.mark}>{mark}</div>}
      <div className={classes.body}>
        <h2 className={classes.label}>{label}</h2>
        {children}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </section>
  );
}

/** What a setting is now. */
export function SettingsValue({ children, isMissing = false }: { children: ReactNode; isMissing?: boolean }) {
  return (
    <p className={classes.value} data-missing={isMissing || undefined}>
      {children}
    </p>
  );
}
