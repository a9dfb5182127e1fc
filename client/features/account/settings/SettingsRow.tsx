import { Button } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { FormButtons } from '../../../components/FormButtons.tsx';
import { useFocusInside } from '../../../components/focus/useKeptFocus.ts';
import classes from './SettingsRow.module.css';

interface SettingsRowProps {
  /** For links to this row. */
  id?: string | undefined;
  label: string;
  /** On the left: an avatar or an icon. */
  mark?: ReactNode;
  children: ReactNode;
  /** The action at the end of the row, if any. */
  action?: ReactNode;
  /** Below all of that, as wide as the row. */
  below?: ReactNode;
}

/** One row of the account: name, value and action. The focus stays in it when the control that has it is gone. */
export function SettingsRow({ id, label, mark, children, action, below }: SettingsRowProps) {
  const inside = useFocusInside<HTMLElement>();
  return (
    <section id={id} className={classes.row} aria-label={label} {...inside}>
      {mark && <div className={classes.mark}>{mark}</div>}
      <div className="fill">
        <h2 className={classes.label}>{label}</h2>
        {children}
      </div>
      {action && <div className={classes.action}>{action}</div>}
      {below && <div className={classes.below}>{below}</div>}
    </section>
  );
}

interface EditableRowProps {
  label: string;
  /** The text of the button that opens the form. */
  button?: string;
  /** The accessible name of that button. */
  buttonName: string;
  /** The current value. */
  value: ReactNode;
  /** Takes the place of the value. */
  renderForm: (close: () => void) => ReactNode;
}

/** A row with a button that opens a form. */
export function EditableRow({ label, button = 'Edit', buttonName, value, renderForm }: EditableRowProps) {
  const [isEditing, setEditing] = useState(false);
  return (
    <SettingsRow
      label={label}
      action={
        !isEditing && (
          <Button variant="default" aria-label={buttonName} onClick={() => setEditing(true)}>
            {button}
          </Button>
        )
      }
    >
      {isEditing ? renderForm(() => setEditing(false)) : value}
    </SettingsRow>
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
      <FormButtons submit={submit} isBusy={isBusy} isDisabled={isBlank} onCancel={onClose} />
    </form>
  );
}

interface SettingsFieldProps {
  label: string;
  problem: string | undefined;
  hint?: string | undefined;
  /** The input, which the label names and the hint or problem describes. */
  children: (names: { id: string; 'aria-describedby': string; 'aria-invalid': boolean; error: boolean }) => ReactNode;
}

/** A field of a form, with a line below it for a hint or what is wrong. */
export function SettingsField({ label, problem, hint, children }: SettingsFieldProps) {
  const id = useId();
  const isWrong = problem !== undefined;
  return (
    <div className={classes.field}>
      <label className={classes.fieldLabel} htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': `${id}-hint`, 'aria-invalid': isWrong, error: isWrong })}
      <p id={`${id}-hint`} className={classes.hint} data-tone={isWrong ? 'problem' : undefined} aria-live="polite">
        {problem ?? hint}
      </p>
    </div>
  );
}
