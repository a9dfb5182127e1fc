import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewSecondFactor } from '../../../../../common/schemas/account/freshSignIn.ts';
import { ConfirmDialog } from '../../../../components/dialogs/ConfirmDialog.tsx';
import { useBusy } from '../../../../components/feedback/useBusy.ts';
import { toast } from '../../../../components/toast/toast.ts';
import { settingsApi } from '../../../../lib/http/api.ts';
import { refresh } from '../../../../lib/query.ts';
import { withFreshSignIn } from '../../freshSignIn.store.ts';
import { fetchNewSecondFactor, sendRenewal, sendTurnOff } from '../../keys.api.ts';
import { SettingsRow, SettingsValue } from '../../settings/SettingsRow.tsx';
import { signInMethodsQuery } from '../../settings/signInMethods.queries.ts';
import classes from '../Security.module.css';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TurnOnForm } from './TurnOnForm.tsx';

type Step = { setup: NewSecondFactor } | { recoveryCodes: string[] } | null;

/** The second factor of sign-ins by password: a code of an authenticator app. */
export function SecondFactorRow() {
  const { data: methods } = useQuery(signInMethodsQuery);
  const [step, setStep] = useState<Step>(null);
  const busy = useBusy();

  const run = (work: () => Promise<Step>, failure: string) =>
    busy.run(async () => {
      const next = await withFreshSignIn(work);
      setStep(next);
      await refresh(settingsApi.signInMethods);
    }, failure);
  const prepare = () =>
    run(async () => ({ setup: await fetchNewSecondFactor() }), 'Couldn’t start two-step sign-in. Try again.');
  const renew = () =>
    run(async () => ({ recoveryCodes: await sendRenewal() }), 'Couldn’t make new recovery codes. Try again.');
  const turnOff = () =>
    run(async () => {
      await sendTurnOff();
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
      <Button variant="default" disabled={isBusy} onClick={() => setAsking(true)}>
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
