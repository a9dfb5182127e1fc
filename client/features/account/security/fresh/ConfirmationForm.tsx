import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useUsers } from '../../../users/users.store.ts';
import { sendConfirmation } from '../../keys.api.ts';
import { PasswordField } from '../../settings/password/PasswordField.tsx';
import { CodeField } from '../CodeField.tsx';
import classes from './FreshSignInDialog.module.css';
import type { ConfirmationProblem } from './useConfirmation.ts';

interface ConfirmationFormProps {
  /** Whether two-step sign-in is on. */
  needsCode: boolean;
  problem: ConfirmationProblem | undefined;
  isBusy: boolean;
  onChange: () => void;
  onRun: (work: () => Promise<boolean>) => void;
}

/** Asks for the password, and for a code where the account has a second factor. */
export function ConfirmationForm({ needsCode, problem, isBusy, onChange, onRun }: ConfirmationFormProps) {
  const email = useUsers((state) => state.viewer?.email ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const isBlank = password === '' || (needsCode && code.trim() === '');

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isBlank) return;
    onRun(async () => {
      await sendConfirmation({ method: 'password', password, ...(needsCode && { code }) });
      return true;
    });
  };

  return (
    <form className={classes.form} onSubmit={handleSubmit} noValidate>
      <input className={classes.hidden} type="text" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        value={password}
        problem={problem?.field === 'password' ? problem.text : undefined}
        isFirst
        onChange={(value) => {
          setPassword(value);
          onChange();
        }}
      />
      {needsCode && (
        <CodeField
          value={code}
          problem={problem?.field === 'code' ? problem.text : undefined}
          isFirst={false}
          onChange={(value) => {
            setCode(value);
            onChange();
          }}
        />
      )}
      <Button type="submit" loading={isBusy} disabled={isBlank}>
        Confirm
      </Button>
    </form>
  );
}
