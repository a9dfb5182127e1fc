import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { limits } from '../../../../../common/constants.ts';
import type { Passkey } from '../../../../../common/schemas/account/passkey.ts';
import { TextInput } from '../../../../components/controls/TextInput.tsx';
import { ConfirmedButton } from '../../../../components/feedback/ConfirmedButton.tsx';
import { useBusy } from '../../../../components/feedback/useBusy.ts';
import { toast } from '../../../../components/toast/toast.ts';
import { useErrorToast } from '../../../../components/toast/useErrorToast.ts';
import { dayText } from '../../../../lib/dates.ts';
import settingsRowClasses from '../../settings/SettingsRow.module.css';
import { SettingsForm, SettingsRow, SettingsValue } from '../../settings/SettingsRow.tsx';
import classes from '../Security.module.css';
import { addPasskey, isHereAlready, passkeysQuery, removePasskey, renamePasskey } from './passkey.queries.ts';

/** The passkeys of the account, and a form that adds one. */
export function PasskeysRow() {
  const { data: passkeys, isError, refetch } = useQuery(passkeysQuery);
  const [isAdding, setAdding] = useState(false);

  return (
    <SettingsRow
      label="Passkeys"
      action={
        !isAdding && (
          <Button variant="default" aria-label="Add a passkey" onClick={() => setAdding(true)}>
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

/** One passkey, which can be renamed and removed. */
function PasskeyLine({ passkey }: { passkey: Passkey }) {
  const [isEditing, setEditing] = useState(false);
  const { id, name, createdAt, lastUsedAt } = passkey;

  const remove = async () => {
    await removePasskey(id);
    toast({ title: 'Passkey removed', description: 'Your other devices have been signed out.' });
  };

  return (
    <li className={classes.entry}>
      {isEditing ? (
        <PasskeyForm passkey={passkey} onClose={() => setEditing(false)} />
      ) : (
        <>
          <div className={classes.words}>
            <p className={classes.title}>{name}</p>
            <p className={classes.facts}>
              {`Added ${dayText(createdAt)} · ${lastUsedAt ? `last used ${dayText(lastUsedAt)}` : 'never used'}`}
            </p>
          </div>
          <div className={classes.actions}>
            <Button variant="default" aria-label={`Rename ${name}`} onClick={() => setEditing(true)}>
              Rename
            </Button>
            <ConfirmedButton
              label="Remove"
              name={`Remove ${name}`}
              title="Remove this passkey?"
              work={remove}
              failure="Couldn’t remove the passkey. Try again."
            >
              You can no longer sign in with “{name}”, and your other devices are signed out.
            </ConfirmedButton>
          </div>
        </>
      )}
    </li>
  );
}

interface PasskeyFormProps {
  /** The passkey to rename. Without it, a new one is added. */
  passkey?: Passkey;
  onClose: () => void;
}

/** The name of a new or an existing passkey. */
function PasskeyForm({ passkey, onClose }: PasskeyFormProps) {
  const [name, setName] = useState(passkey?.name ?? '');
  const id = useId();
  const errorToast = useErrorToast();
  const { isBusy, finish } = useBusy((error, failure) =>
    errorToast.showError(error, isHereAlready(error) ? 'This device has a passkey of your account already.' : failure),
  );

  const handleSubmit = () => {
    errorToast.clear();
    finish(
      async () => {
        if (passkey) await renamePasskey(passkey.id, name);
        else {
          await addPasskey(name);
          toast({ title: 'Passkey added', description: 'You can sign in with it from now on.' });
        }
        onClose();
      },
      passkey ? 'Couldn’t rename the passkey. Try again.' : 'Couldn’t add the passkey. Try again.',
    );
  };

  return (
    <SettingsForm
      submit={passkey ? 'Save' : 'Continue'}
      isBusy={isBusy}
      isBlank={name.trim() === ''}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className={settingsRowClasses.name}>
        <label className={settingsRowClasses.fieldLabel} htmlFor={id}>
          Name of the passkey
        </label>
        <TextInput
          id={id}
          size="md"
          value={name}
          placeholder="For example: My phone"
          maxLength={limits.passkeyName.max}
          autoFocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </div>
    </SettingsForm>
  );
}
