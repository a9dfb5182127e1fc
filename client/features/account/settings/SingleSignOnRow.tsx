import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SignInMethods } from '../../../../common/schemas/user.ts';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { useReturnedFocus } from '../../../components/focus/useReturnedFocus.ts';
import { toast } from '../../../components/toast/toast.ts';
import { ConnectForm } from './ConnectForm.tsx';
import { SettingsRow, SettingsValue } from './SettingsRow.tsx';
import { disconnectSingleSignOn } from './signInMethods.queries.ts';

/** The state of single sign-on. Users with a password can connect or disconnect it. */
export function SingleSignOnRow({
  signInMethods: { isConnected, hasPassword, passkeys },
}: {
  signInMethods: SignInMethods;
}) {
  const [isConnecting, setConnecting] = useState(false);
  const connect = useReturnedFocus(isConnecting);

  if (isConnected) {
    return (
      <SettingsRow label="Single sign-on" action={(hasPassword || passkeys > 0) && <DisconnectButton />}>
        <SettingsValue>{hasPassword ? 'Connected' : 'You sign in with it, without a password'}</SettingsValue>
      </SettingsRow>
    );
  }
  return (
    <SettingsRow
      label="Single sign-on"
      action={
        hasPassword &&
        !isConnecting && (
          <Button
            ref={connect}
            variant="default"
            aria-label="Connect single sign-on"
            onClick={() => setConnecting(true)}
          >
            Connect
          </Button>
        )
      }
    >
      {isConnecting ? (
        <ConnectForm onClose={() => setConnecting(false)} />
      ) : (
        <SettingsValue isMissing>Not connected</SettingsValue>
      )}
    </SettingsRow>
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
