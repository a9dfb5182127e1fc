import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { SignInMethods } from '../../../../../common/schemas/user.ts';
import { useUsers } from '../../../users/users.store.ts';
import { PasswordField } from '../../settings/password/PasswordField.tsx';
import { CodeField } from '../CodeField.tsx';
import { sendConfirmation } from '../keys.api.ts';
import classes from './FreshSignInDialog.module.css';

interface ConfirmationFormProps {
  methods: SignInMethods;
  problem: string | undefined;
  isBusy: boolean;
  onChange: () => void;
  onRun: (work: () => Promise<boolean>) => void;
}

/** Asks for the password, or for a code where the account has a second factor. */
export function ConfirmationForm({ methods, problem, isBusy, onChange, onRun }: ConfirmationFormProps) {
  const email = useUsers((state) => state.viewer?.email ?? '');
  const [method, setMethod] = useState<'password' | 'code'>(methods.hasPassword ? 'password' : 'code');
  const [text, setText] = useState('');

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || text === '') return;
    onRun(async () => {
      await sendConfirmation(method === 'password' ? { method, password: text } : { method, code: text });
      return true;
    });
  };
  const change = (value: string) => {
    setText(value);
    onChange();
  };
  const switchMethod = () => {
    setMethod(method === 'password' ? 'code' : 'password');
    change('');
  };

  return (
    <form className={classes.form} onSubmit={handleSubmit} noValidate>
      <input className={classes.hidden} type="text" autoComplete="username" value={email} readOnly />
      {method === 'password' ? (
        <PasswordField
          label="Password"
          autoComplete="current-password"
          value={text}
          problem={problem}
          isFirst
          onChange={change}
        />
      ) : (
        <CodeField value={text} problem={problem} onChange={change} />
      )}
      <Button type="submit" loading={isBusy} disabled={text === ''}>
        Confirm
      </Button>
      {methods.hasPassword && methods.hasSecondFactor && (
        <Button variant="subtle" className={classes.other} disabled={isBusy} onClick={switchMethod}>
          {method === 'password' ? 'Use a code instead' : 'Use the password instead'}
        </Button>
      )}
    </form>
  );
}
