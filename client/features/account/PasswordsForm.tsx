import { Button } from '@mantine/core';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { useUsers } from '../users/users.store.ts';
import classes from './SettingsRow.module.css';

interface PasswordsFormProps {
  /** What the button that sends it says. */
  submit: string;
  isSaving: boolean;
  isBlank: boolean;
  /** Called when there is something to send and nothing under way. */
  onSubmit: () => void;
  onClose: () => void;
  /** The passwords' fields. */
  children: ReactNode;
}

/** The frame of a form that asks for passwords. */
export function PasswordsForm({ submit, isSaving, isBlank, onSubmit, onClose, children }: PasswordsFormProps) {
  const email = useUsers((state) => state.viewer?.email ?? '');

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSaving && !isBlank) onSubmit();
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };

  return (
    <form className={classes.form} onSubmit={handleSubmit} onKeyDown={handleKeyDown} noValidate>
      {/* So that a password manager knows whose password this is. */}
      <input className={classes.hidden} type="text" autoComplete="username" value={email} readOnly />
      {children}
      <div className={classes.buttons}>
        <Button type="submit" loading={isSaving} disabled={isBlank}>
          {submit}
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
