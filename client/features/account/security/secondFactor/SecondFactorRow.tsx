import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewSecondFactor } from '../../../../../common/schemas/account/freshSignIn.ts';
import { ConfirmDialog } from '../../../../components/dialogs/ConfirmDialog.tsx';
import { useBusy } from '../../../../components/feedback/useBusy.ts';
import { toast, toastError } from '../../../../components/toast/toast.ts';
import { useErrorToast } from '../../../../components/toast/useErrorToast.ts';
import { securityApi, settingsApi } from '../../../../lib/http/api.ts';
import { ApiError, call } from '../../../../lib/http/http.ts';
import { refresh } from '../../../../lib/query.ts';
import { QrCode } from '../../../folders/links/QrCode.tsx';
import { writeFresh } from '../../freshSignIn.store.ts';
import { SettingsForm, SettingsRow, SettingsValue } from '../../settings/SettingsRow.tsx';
import { signInMethodsQuery } from '../../settings/signInMethods.queries.ts';
import { CodeField } from '../CodeField.tsx';
import classes from '../Security.module.css';

type Step = { setup: NewSecondFactor } | { recoveryCodes: string[] } | null;

/** The second factor of sign-ins by password: a code of an authenticator app. */
export function SecondFactorRow() {
  const { data: methods } = useQuery(signInMethodsQuery);
  const [step, setStep] = useState<Step>(null);
  const busy = useBusy();

  const run = (work: () => Promise<Step>, failure: string) =>
    busy.run(async () => {
      const next = await writeFresh(settingsApi.signInMethods, work);
      setStep(next);
      await refresh(settingsApi.signInMethods);
    }, failure);
  const prepare = () =>
    run(
      async () => ({ setup: await call(securityApi.prepareSecondFactor) }),
      'Couldn’t start two-step sign-in. Try again.',
    );
  const renew = () => run(() => call(securityApi.renewRecoveryCodes), 'Couldn’t make new recovery codes. Try again.');
  const turnOff = () =>
    run(async () => {
      await call(securityApi.turnOffSecondFactor);
      toast({ title: 'Two-step sign-in turned off', description: 'Your other devices have been signed out.' });
      return null;
    }, 'Couldn’t turn off two-step sign-in. Try again.');

  if (!methods?.hasPassword) return null;
  const isOn = methods.hasSecondFactor;
  return (
    <SettingsRow
      label="Two-step sign-in"
      action={
        !step &&
        !isOn && (
          <Button variant="default" aria-label="Turn on two-step sign-in" loading={busy.isBusy} onClick={prepare}>
            Turn on
          </Button>
        )
      }
    >
      <SettingsValue isMissing={!isOn}>{isOn ? onText(methods.recoveryCodes) : OFF}</SettingsValue>
      {step && 'setup' in step && (
        <TurnOnForm
          setup={step.setup}
          onDone={(recoveryCodes) => {
            setStep({ recoveryCodes });
            void refresh(settingsApi.signInMethods);
          }}
          onClose={() => setStep(null)}
        />
      )}
      {step && 'recoveryCodes' in step && <RecoveryCodes codes={step.recoveryCodes} onClose={() => setStep(null)} />}
      {isOn && !step && <OnButtons isBusy={busy.isBusy} onRenew={renew} onTurnOff={turnOff} />}
    </SettingsRow>
  );
}

interface OnButtonsProps {
  isBusy: boolean;
  onRenew: () => void;
  onTurnOff: () => void;
}

function OnButtons({ isBusy, onRenew, onTurnOff }: OnButtonsProps) {
  const [isAsking, setAsking] = useState(false);
  const handleConfirm = () => {
    setAsking(false);
    onTurnOff();
  };
  return (
    <div className={classes.below}>
      <Button variant="default" disabled={isBusy} onClick={onRenew}>
        New recovery codes
      </Button>
      <Button variant="default" aria-disabled={isBusy} onClick={() => setAsking(true)}>
        Turn off
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Turn off two-step sign-in?"
          confirmLabel="Turn off"
          onConfirm={handleConfirm}
          onClose={() => setAsking(false)}
        >
          Your password alone will sign you in. Your recovery codes stop working, and your other devices are signed out.
        </ConfirmDialog>
      )}
    </div>
  );
}

const OFF = 'After your password, a code from an app on your phone';

const onText = (left: number) => `On, ${left} recovery ${left === 1 ? 'code' : 'codes'} left`;

/** The new recovery codes, which are shown only now. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast({ title: 'Recovery codes copied', description: 'Keep them where only you can find them.' });
    } catch (error) {
      toastError(error, 'Couldn’t copy the codes. Write them down instead.');
    }
  };

  return (
    <>
      <p className={classes.note}>
        Keep these recovery codes in a safe place. Each signs you in once, after your password, if you lose your phone.
        They are shown only now.
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.below}>
        <Button onClick={onClose}>I have saved them</Button>
        <Button variant="default" onClick={copy}>
          Copy
        </Button>
      </div>
    </>
  );
}

interface TurnOnFormProps {
  setup: NewSecondFactor;
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

/** Shows the secret for the authenticator app, and asks for its first code. */
function TurnOnForm({ setup, onDone, onClose }: TurnOnFormProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const errorToast = useErrorToast();
  const { isBusy, finish } = useBusy((error, failure) => {
    if (error instanceof ApiError) setProblem(error.issues[0]?.message);
    errorToast.showError(error, failure);
  });

  const handleSubmit = () =>
    finish(async () => {
      const turnOn = () => call(securityApi.turnOnSecondFactor, { body: { ticket: setup.ticket, code } });
      const { recoveryCodes } = await writeFresh(settingsApi.signInMethods, turnOn);
      onDone(recoveryCodes);
    }, 'Couldn’t turn on two-step sign-in. Try again.');
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
