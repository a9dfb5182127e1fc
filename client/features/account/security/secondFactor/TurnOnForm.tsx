import { useState } from 'react';
import type { NewSecondFactor } from '../../../../../common/schemas/account/freshSignIn.ts';
import { useBusy } from '../../../../components/feedback/useBusy.ts';
import { useErrorToast } from '../../../../components/toast/useErrorToast.ts';
import { ApiError } from '../../../../lib/http/http.ts';
import { QrCode } from '../../../folders/links/QrCode.tsx';
import { withFreshSignIn } from '../../freshSignIn.store.ts';
import { sendTurnOn } from '../../keys.api.ts';
import { SettingsForm } from '../../settings/SettingsForm.tsx';
import { CodeField } from '../CodeField.tsx';
import classes from '../Security.module.css';

interface TurnOnFormProps {
  setup: NewSecondFactor;
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

/** Shows the secret for the authenticator app, and asks for its first code. */
export function TurnOnForm({ setup, onDone, onClose }: TurnOnFormProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const errorToast = useErrorToast();
  const { isBusy, finish } = useBusy((error, failure) => {
    if (error instanceof ApiError) setProblem(error.issues[0]?.message);
    errorToast.showError(error, failure);
  });

  const handleSubmit = () =>
    finish(
      async () => onDone(await withFreshSignIn(() => sendTurnOn(setup.ticket, code))),
      'Couldn’t turn on two-step sign-in. Try again.',
    );
  const handleChange = (value: string) => {
    setCode(value);
    setProblem(undefined);
    errorToast.clear();
  };

  return (
    <SettingsForm submit="Turn on" isBusy={isBusy} isBlank={code === ''} onSubmit={handleSubmit} onClose={onClose}>
      <p>Scan this with an authenticator app, then enter the code that the app shows.</p>
      <div className={classes.qr}>
        <QrCode text={setup.uri} label="QR code for the authenticator app" />
      </div>
      <p className={classes.facts}>
        Cannot scan it? Enter this key in the app: <span className={classes.key}>{inGroups(setup.secret)}</span>
      </p>
      <CodeField value={code} problem={problem} hint="Six digits" onChange={handleChange} />
    </SettingsForm>
  );
}

const inGroups = (secret: string) => (secret.match(/.{1,4}/g) ?? []).join(' ');
