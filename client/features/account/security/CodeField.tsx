import { useId } from 'react';
import { TextInput } from '../../../components/controls/TextInput.tsx';
import classes from '../settings/SettingsRow.module.css';

interface CodeFieldProps {
  value: string;
  problem: string | undefined;
  hint?: string;
  /** Whether it gets the focus; true by default. */
  isFirst?: boolean;
  onChange: (value: string) => void;
}

/** A field for a code of an authenticator app, or a recovery code. */
export function CodeField({ value, problem, hint, isFirst = true, onChange }: CodeFieldProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label className={classes.fieldLabel} htmlFor={id}>
        Code
      </label>
      <TextInput
        id={id}
        size="md"
        value={value}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        error={problem !== undefined}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint`}
        autoFocus={isFirst}
        // A dialog's focus trap runs after autoFocus, and looks for this.
        data-autofocus={isFirst || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} className={classes.hint} data-tone={problem ? 'problem' : undefined} aria-live="polite">
        {problem ?? hint ?? 'From your authenticator app, or one of your recovery codes'}
      </p>
    </div>
  );
}
