import { useId, useState } from 'react';
import { limits } from '../../../../../common/constants.ts';
import type { Passkey } from '../../../../../common/schemas/account/passkey.ts';
import { TextInput } from '../../../../components/controls/TextInput.tsx';
import { useBusy } from '../../../../components/feedback/useBusy.ts';
import { toast } from '../../../../components/toast/toast.ts';
import { useErrorToast } from '../../../../components/toast/useErrorToast.ts';
import { SettingsForm } from '../../settings/SettingsForm.tsx';
import classes from '../../settings/SettingsRow.module.css';
import { addPasskey, renamePasskey } from './passkey.queries.ts';

interface PasskeyFormProps {
  /** The passkey to rename. Without it, a new one is added. */
  passkey?: Passkey;
  onClose: () => void;
}

/** The name of a new or an existing passkey. */
export function PasskeyForm({ passkey, onClose }: PasskeyFormProps) {
  const [name, setName] = useState(passkey?.name ?? '');
  const id = useId();
  const errorToast = useErrorToast();
  const { isBusy, finish } = useBusy(errorToast.showError);

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
      <div className={classes.name}>
        <label className={classes.fieldLabel} htmlFor={id}>
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
