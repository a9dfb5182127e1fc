import { Button } from '@mantine/core';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { useUsers } from '../../users/users.store.ts';
import classes from './SettingsRow.module.css';

interface PasswordsFormProps {
  /** The label of the submit button. */
  submit: string;
  isSaving: boolean;
  isBlank: boolean;
  /** Called on submit, unless the form is empty or busy. */
  onSubmit: () => void;
  onClose: () => void;
  /** The password fields. */
  children: ReactNode;
}

/** The layout of a form that asks for passwords. */
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
      {/* Tells password managers which account this is. */}
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
