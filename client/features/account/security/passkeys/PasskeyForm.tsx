import { Button } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { limits } from '../../../../../common/constants.ts';
import type { Passkey } from '../../../../../common/schemas/account/passkey.ts';
import { TextInput } from '../../../../components/controls/TextInput.tsx';
import { toast } from '../../../../components/feedback/toast.ts';
import { useErrorToast } from '../../../../components/feedback/useErrorToast.ts';
import classes from '../../settings/SettingsRow.module.css';
import { usePasskeys } from './passkey.store.ts';

interface PasskeyFormProps {
  /** The passkey to rename. Without it, a new one is added. */
  passkey?: Passkey;
  onClose: () => void;
}

/** The name of a new or an existing passkey. */
export function PasskeyForm({ passkey, onClose }: PasskeyFormProps) {
  const [name, setName] = useState(passkey?.name ?? '');
  const [isSaving, setSaving] = useState(false);
  const errorToast = useErrorToast();

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving || name.trim() === '') return;
    setSaving(true);
    errorToast.clear();
    try {
      if (passkey) await usePasskeys.getState().renamePasskey(passkey.id, name);
      else {
        await usePasskeys.getState().addPasskey(name);
        toast({ title: 'Passkey added', description: 'You can sign in with it from now on.' });
      }
      onClose();
    } catch (error) {
      errorToast.showError(error, passkey ? 'Failed to rename the passkey' : 'Failed to add the passkey');
      setSaving(false);
    }
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };

  return (
    <form className={classes.form} onSubmit={handleSubmit} onKeyDown={handleKeyDown} noValidate>
      <div className={classes.name}>
        <TextInput
          size="md"
          value={name}
          aria-label="Name of the passkey"
          placeholder="For example: My phone"
          maxLength={limits.passkeyName.max}
          autoFocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <div className={classes.buttons}>
        <Button type="submit" loading={isSaving} disabled={name.trim() === ''}>
          {passkey ? 'Save' : 'Continue'}
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
