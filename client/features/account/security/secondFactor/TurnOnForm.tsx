import { Button } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { NewSecondFactor } from '../../../../../common/schemas/account/freshSignIn.ts';
import { useErrorToast } from '../../../../components/feedback/useErrorToast.ts';
import { ApiError } from '../../../../lib/http/http.ts';
import { QrCode } from '../../../folders/links/QrCode.tsx';
import classes from '../../settings/SettingsRow.module.css';
import { CodeField } from '../CodeField.tsx';
import { withFreshSignIn } from '../fresh/freshSignIn.store.ts';
import { sendTurnOn } from '../keys.api.ts';
import ownClasses from '../Security.module.css';

interface TurnOnFormProps {
  setup: NewSecondFactor;
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

/** Shows the secret for the authenticator app, and asks for its first code. */
export function TurnOnForm({ setup, onDone, onClose }: TurnOnFormProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const errorToast = useErrorToast();

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving || code === '') return;
    setSaving(true);
    try {
      onDone(await withFreshSignIn(() => sendTurnOn(setup.ticket, code)));
    } catch (error) {
      if (error instanceof ApiError) setProblem(error.issues[0]?.message);
      errorToast.showError(error, 'Failed to turn on two-step sign-in');
      setSaving(false);
    }
  };
  const handleChange = (value: string) => {
    setCode(value);
    setProblem(undefined);
    errorToast.clear();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };

  return (
    <form className={classes.form} onSubmit={handleSubmit} onKeyDown={handleKeyDown} noValidate>
      <p>Scan this with an authenticator app, then enter the code that the app shows.</p>
      <div className={ownClasses.qr}>
        <QrCode text={setup.uri} label="QR code for the authenticator app" />
      </div>
      <p className={ownClasses.facts}>
        Cannot scan it? Enter this key in the app: <span className={ownClasses.key}>{inGroups(setup.secret)}</span>
      </p>
      <CodeField value={code} problem={problem} hint="Six digits" onChange={handleChange} />
      <div className={classes.buttons}>
        <Button type="submit" loading={isSaving} disabled={code === ''}>
          Turn on
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const inGroups = (secret: string) => (secret.match(/.{1,4}/g) ?? []).join(' ');
