import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '../../../../components/controls/input.css';
import { PasswordInput } from '@mantine/core';
import { useId, useState } from 'react';
import { limits } from '../../../../../common/constants.ts';
import classes from '../SettingsRow.module.css';

interface PasswordFieldProps {
  label: string;
  autoComplete: 'current-password' | 'new-password';
  value: string;
  problem: string | undefined;
  hint?: string;
  isFirst?: boolean;
  onChange: (value: string) => void;
}

/** A password field with its label and error, and a button that shows what was typed. */
export function PasswordField({ label, autoComplete, value, problem, hint, isFirst, onChange }: PasswordFieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <div className={classes.field}>
      <label className={classes.fieldLabel} htmlFor={id}>
        {label}
      </label>
      <PasswordInput
        id={id}
        size="md"
        visible={isShown}
        onVisibilityChange={setShown}
        visibilityToggleButtonProps={{ 'aria-label': isShown ? 'Hide password' : 'Show password', tabIndex: 0 }}
        autoComplete={autoComplete}
        maxLength={limits.password.max}
        value={value}
        error={problem !== undefined}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint`}
        autoFocus={isFirst}
        // A dialog's focus trap runs after autoFocus, and looks for this.
        data-autofocus={isFirst || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} className={classes.hint} data-tone={problem ? 'problem' : undefined} aria-live="polite">
        {problem ?? hint}
      </p>
    </div>
  );
}
