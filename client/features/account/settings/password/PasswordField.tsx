import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '../../../../components/controls/input.css';
import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { limits } from '../../../../../common/constants.ts';
import { useUsers } from '../../../users/users.store.ts';
import classes from '../SettingsRow.module.css';
import { SettingsField, SettingsForm, type SettingsFormProps } from '../SettingsRow.tsx';

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
  const [isShown, setShown] = useState(false);
  return (
    <SettingsField label={label} problem={problem} hint={hint}>
      {(names) => (
        <PasswordInput
          {...names}
          size="md"
          visible={isShown}
          onVisibilityChange={setShown}
          visibilityToggleButtonProps={{ 'aria-label': isShown ? 'Hide password' : 'Show password', tabIndex: 0 }}
          autoComplete={autoComplete}
          maxLength={limits.password.max}
          value={value}
          autoFocus={isFirst}
          // A dialog's focus trap runs after autoFocus, and looks for this.
          data-autofocus={isFirst || undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </SettingsField>
  );
}

export function PasswordsForm({ children, ...form }: SettingsFormProps) {
  const email = useUsers((state) => state.viewer?.email ?? '');

  return (
    <SettingsForm {...form}>
      {/* Tells password managers which account this is. */}
      <input className={classes.hidden} type="text" autoComplete="username" value={email} readOnly />
      {children}
    </SettingsForm>
  );
}
