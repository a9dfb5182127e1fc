import { Button } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { toastError } from '../../components/toast.ts';
import { ApiError } from '../../lib/http.ts';
import { useUsers } from '../users/users.store.ts';
import { useKeys } from './keys.store.ts';
import { PasswordField } from './PasswordField.tsx';
import classes from './SettingsRow.module.css';

/** The password, before single sign-on may open the account too; then on to where that is. */
export function ConnectForm({ onClose }: { onClose: () => void }) {
  const email = useUsers((state) => state.viewer?.email ?? '');
  const connect = useKeys((state) => state.connect);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving || password === '') return;
    setSaving(true);
    try {
      window.location.assign(await connect(password));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'forbidden') setProblem(error.text);
      toastError(error, 'Failed to connect single sign-on');
      setSaving(false);
    }
  };

  const handleChange = (value: string) => {
    setPassword(value);
    setProblem(undefined);
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };

  return (
    <form className={classes.form} onSubmit={handleSubmit} onKeyDown={handleKeyDown} noValidate>
      {/* So that a password manager knows whose password this is. */}
      <input className={classes.hidden} type="text" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        value={password}
        problem={problem}
        hint="From then on single sign-on opens your account too"
        isFirst
        onChange={handleChange}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={isSaving} disabled={password === ''}>
          Continue
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
