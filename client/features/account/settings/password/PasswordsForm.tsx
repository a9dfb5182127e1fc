import { useUsers } from '../../../users/users.store.ts';
import { SettingsForm, type SettingsFormProps } from '../SettingsForm.tsx';
import classes from '../SettingsRow.module.css';

/** A form that asks for passwords. */
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
