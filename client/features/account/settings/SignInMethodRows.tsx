import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SignInMethods } from '../../../../common/schemas/user.ts';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { toast } from '../../../components/toast/toast.ts';
import { useErrorToast } from '../../../components/toast/useErrorToast.ts';
import { ApiError } from '../../../lib/http/http.ts';
import { useConfig } from '../../titles/config.store.ts';
import { PasswordField, PasswordsForm } from './password/PasswordField.tsx';
import { PasswordRow } from './password/PasswordRow.tsx';
import { EditableRow, SettingsRow, SettingsValue } from './SettingsRow.tsx';
import { connectSingleSignOn, disconnectSingleSignOn, signInMethodsQuery } from './signInMethods.queries.ts';

/** The ways to sign in: a password, single sign-on, or both. */
export function SignInMethodRows() {
  const config = useConfig((state) => state.config);
  // If loading fails, no sign-in method is offered.
  const { data: signInMethods } = useQuery({ ...signInMethodsQuery, enabled: config !== null });

  if (!config?.hasSingleSignOn) return <PasswordRow />;
  if (!signInMethods) return null;
  return (
    <>
      {config.hasLocalAccounts && signInMethods.hasPassword && <PasswordRow />}
      <SingleSignOnRow signInMethods={signInMethods} hasLocalAccounts={config.hasLocalAccounts} />
    </>
  );
}

interface SingleSignOnProps {
  signInMethods: SignInMethods;
  /** Whether passwords and passkeys open accounts here. */
  hasLocalAccounts: boolean;
}

/** The state of single sign-on. Users with a password can connect or disconnect it. */
function SingleSignOnRow({ signInMethods, hasLocalAccounts }: SingleSignOnProps) {
  const { isConnected, hasPassword, passkeys } = signInMethods;
  if (isConnected) {
    const hasOtherWay = hasLocalAccounts && (hasPassword || passkeys > 0);
    return (
      <SettingsRow label="Single sign-on" action={hasOtherWay && <DisconnectButton />}>
        <SettingsValue>{hasPassword ? 'Connected' : 'You sign in with it, without a password'}</SettingsValue>
      </SettingsRow>
    );
  }
  const value = <SettingsValue isMissing>Not connected</SettingsValue>;
  if (!hasPassword) return <SettingsRow label="Single sign-on">{value}</SettingsRow>;
  return (
    <EditableRow
      label="Single sign-on"
      button="Connect"
      buttonName="Connect single sign-on"
      value={value}
      renderForm={(close) => <ConnectForm onClose={close} />}
    />
  );
}

function DisconnectButton() {
  const { isBusy, finish } = useBusy();

  const handleClick = () =>
    finish(async () => {
      await disconnectSingleSignOn();
      toast({ title: 'Single sign-on disconnected', description: 'Your other devices have been signed out.' });
    }, 'Couldn’t disconnect single sign-on. Try again.');

  return (
    <Button variant="default" aria-label="Disconnect single sign-on" loading={isBusy} onClick={handleClick}>
      Disconnect
    </Button>
  );
}

/** Asks for the password, then opens the identity provider to connect single sign-on. */
function ConnectForm({ onClose }: { onClose: () => void }) {
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
        hint="You can then also sign in with single sign-on"
        isFirst
        onChange={handleChange}
      />
    </PasswordsForm>
  );
}
