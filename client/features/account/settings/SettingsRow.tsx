import type { ReactNode } from 'react';
import classes from './SettingsRow.module.css';

interface SettingsRowProps {
  label: string;
  /** On the left: an avatar or an icon. */
  mark?: ReactNode;
  children: ReactNode;
  /** The action at the end of the row, if any. */
  action?: ReactNode;
  /** Below all of that, as wide as the row. */
  below?: ReactNode;
}

/** One row of the account: name, value and action. */
export function SettingsRow({ label, mark, children, action, below }: SettingsRowProps) {
  return (
    <section className={classes.row} aria-label={label}>
      {mark && <div className={classes.mark}>{mark}</div>}
      <div className={classes.body}>
        <h2 className={classes.label}>{label}</h2>
        {children}
      </div>
      {action && <div className={classes.action}>{action}</div>}
      {below && <div className={classes.below}>{below}</div>}
    </section>
  );
}

/** The current value of a setting. */
export function SettingsValue({ children, isMissing = false }: { children: ReactNode; isMissing?: boolean }) {
  return (
    <p className={classes.value} data-missing={isMissing || undefined}>
      {children}
    </p>
  );
}
