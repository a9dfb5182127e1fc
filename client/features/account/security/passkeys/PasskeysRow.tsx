import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useReturnedFocus } from '../../../../components/focus/useReturnedFocus.ts';
import { SettingsRow, SettingsValue } from '../../settings/SettingsRow.tsx';
import classes from '../Security.module.css';
import { PasskeyForm } from './PasskeyForm.tsx';
import { PasskeyLine } from './PasskeyLine.tsx';
import { usePasskeys } from './passkey.store.ts';

/** The passkeys of the account, and a form that adds one. */
export function PasskeysRow() {
  const passkeys = usePasskeys((state) => state.passkeys);
  const loadPasskeys = usePasskeys((state) => state.loadPasskeys);
  const [isAdding, setAdding] = useState(false);
  const add = useReturnedFocus(isAdding);

  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    loadPasskeys().catch(() => setFailed(true));
  }, [loadPasskeys]);
  useEffect(load, [load]);

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
          hasFailed && (
            <div className={classes.entry} role="alert">
              <span className={classes.words}>Your passkeys did not load.</span>
              <Button variant="default" onClick={load}>
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
