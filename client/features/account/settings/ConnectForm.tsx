import { useState } from 'react';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { useErrorToast } from '../../../components/toast/useErrorToast.ts';
import { ApiError } from '../../../lib/http/http.ts';
import { PasswordField } from './password/PasswordField.tsx';
import { PasswordsForm } from './password/PasswordsForm.tsx';
import { connectSingleSignOn } from './signInMethods.queries.ts';

/** Asks for the password, then opens the identity provider to connect single sign-on. */
export function ConnectForm({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const errorToast = useErrorToast();
  const { isBusy, finish } = useBusy((error, failure) => {
    if (error instanceof ApiError && error.code === 'forbidden') setProblem(error.text);
    errorToast.showError(error, failure);
  });

  const handleSubmit = () =>
    finish(
      async () => window.location.assign(await connectSingleSignOn(password)),
      'Couldn’t connect single sign-on. Try again.',
    );

  const handleChange = (value: string) => {
    setPassword(value);
    setProblem(undefined);
    errorToast.clear();
  };

  return (
    <PasswordsForm
      submit="Continue"
      isBusy={isBusy}
      isBlank={password === ''}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        value={password}
        problem={problem}
        hint="After that you can also sign in with single sign-on"
        isFirst
        onChange={handleChange}
      />
    </PasswordsForm>
  );
}
