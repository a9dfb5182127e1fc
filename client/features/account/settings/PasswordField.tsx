import { useId } from 'react';
import { limits } from '../../../../common/constants.ts';
import classes from './SettingsRow.module.css';

interface PasswordFieldProps {
  label: string;
  autoComplete: 'current-password' | 'new-password';
  value: string;
  problem: string | undefined;
  hint?: string;
  isFirst?: boolean;
  onChange: (value: string) => void;
}

/** A password field with its label and error. */
export function PasswordField({ label, autoComplete, value, problem, hint, isFirst, onChange }: PasswordFieldProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label className={classes.fieldLabel} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={classes.input}
        type="password"
        autoComplete={autoComplete}
        maxLength={limits.password.max}
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint`}
        // biome-ignore lint/a11y/noAutofocus: the user has just opened the form
        autoFocus={isFirst}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} className={classes.hint} data-tone={problem ? 'problem' : undefined} aria-live="polite">
        {problem ?? hint}
      </p>
    </div>
  );
}
