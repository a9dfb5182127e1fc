import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useReturnedFocus } from '../../../../components/focus/useReturnedFocus.ts';
import { SettingsRow, SettingsValue } from '../../settings/SettingsRow.tsx';
import classes from '../Security.module.css';
import { PasskeyForm } from './PasskeyForm.tsx';
import { PasskeyLine } from './PasskeyLine.tsx';
import { passkeysQuery } from './passkey.queries.ts';

/** The passkeys of the account, and a form that adds one. */
export function PasskeysRow() {
  const { data: passkeys, isError, refetch } = useQuery(passkeysQuery);
  const [isAdding, setAdding] = useState(false);
  const add = useReturnedFocus(isAdding);

  return (
    <SettingsRow
      label="Passkeys"
      action={
        !isAdding && (
          <Button ref={add} variant="default" aria-label="Add a passkey" onClick={() => setAdding(true)}>
            Add
          </Button>
        )
      }
      below={
        passkeys && passkeys.length > 0 ? (
          <ul className={classes.list} aria-label="Passkeys">
            {passkeys.map((passkey) => (
              <PasskeyLine key={passkey.id} passkey={passkey} />
            ))}
          </ul>
        ) : (
          isError && (
            <div className={classes.entry} role="alert">
              <span className={classes.words}>Couldn’t load your passkeys.</span>
              <Button variant="default" onClick={() => void refetch()}>
                Try again
              </Button>
            </div>
          )
        )
      }
    >
      <SettingsValue isMissing>Sign in by fingerprint, face or screen lock, without a password</SettingsValue>
      {isAdding && <PasskeyForm onClose={() => setAdding(false)} />}
    </SettingsRow>
  );
}
