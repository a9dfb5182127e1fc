import { Button } from '@mantine/core';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import classes from './SettingsRow.module.css';

export interface SettingsFormProps {
  /** The label of the submit button. */
  submit?: string;
  isBusy: boolean;
  /** A required field is empty. */
  isBlank?: boolean;
  /** Called on submit, unless the form is blank or busy. */
  onSubmit: () => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A form in a row of the account. Escape closes it. */
export function SettingsForm(props: SettingsFormProps) {
  const { submit = 'Save', isBusy, isBlank = false, onSubmit, onClose, children } = props;

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && !isBlank) onSubmit();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };

  return (
    <form className={classes.form} onSubmit={handleSubmit} onKeyDown={handleKeyDown} noValidate>
      {children}
      <div className={classes.buttons}>
        <Button type="submit" loading={isBusy} disabled={isBlank}>
          {submit}
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
