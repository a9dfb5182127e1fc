import { type ReactNode, useId } from 'react';
import classes from './SettingRow.module.css';

interface SettingRowProps {
  label: string;
  hint?: string | undefined;
  /** On phones, the control is below the label and not beside it. */
  isStacked?: boolean;
  /** The control, which the label names. */
  children: (names: { 'aria-labelledby': string; 'aria-describedby': string | undefined }) => ReactNode;
}

/** A setting that applies at once: what it is, and its control. */
export function SettingRow({ label, hint, isStacked, children }: SettingRowProps) {
  const id = useId();
  return (
    <div className={classes.row} data-stacked={isStacked || undefined}>
      <div className={classes.text}>
        <p id={id} className={classes.label}>
          {label}
        </p>
        {hint && (
          <p id={`${id}-hint`} className={classes.hint}>
            {hint}
          </p>
        )}
      </div>
      {children({ 'aria-labelledby': id, 'aria-describedby': hint ? `${id}-hint` : undefined })}
    </div>
  );
}
