import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../../../components/dialogs/Dialog.tsx';
import { PendingAnswer } from '../../../../components/feedback/PendingAnswer.tsx';
import { useErrorToast } from '../../../../components/toast/useErrorToast.ts';
import { securityApi } from '../../../../lib/http/api.ts';
import { ApiError, call } from '../../../../lib/http/http.ts';
import { useConfig } from '../../../titles/config.store.ts';
import { useUsers } from '../../../users/users.store.ts';
import { useFreshSignIn } from '../../freshSignIn.store.ts';
import { PasswordField } from '../../settings/password/PasswordField.tsx';
import { signInMethodsQuery } from '../../settings/signInMethods.queries.ts';
import { CodeField } from '../CodeField.tsx';
import { askForPasskey, canUsePasskeys } from '../passkeys/passkey.queries.ts';
import classes from './FreshSignInDialog.module.css';

/** Asks the user to confirm who they are, in the ways that the account has. */
export function FreshSignInDialog() {
  const cancel = useFreshSignIn((state) => state.applyCancelled);
  const hasLocalAccounts = useConfig((state) => state.config?.hasLocalAccounts ?? true);
  const hasPasskeys = useConfig((state) => state.config?.hasPasskeys ?? false);
  const hasSingleSignOn = useConfig((state) => state.config?.hasSingleSignOn ?? true);
  const query = useQuery(signInMethodsQuery);
  const methods = query.data;
  const byPassword = hasLocalAccounts && methods?.hasPassword;
  const byPasskey = methods && methods.passkeys > 0 && canUsePasskeys(hasPasskeys);
  const bySingleSignOn = hasSingleSignOn && methods?.isConnected;
  const { problem, isBusy, run, clear } = useConfirmation();

  const confirmByPasskey = () =>
    run(async () => {
      const credential = await askForPasskey(await call(securityApi.confirmOptions));
      await call(securityApi.confirm, { body: { method: 'passkey', credential } });
      return true;
    });
  const confirmBySingleSignOn = () =>
    run(async () => {
      const { pathname, search } = window.location;
      const returnTo = `${pathname}${search}`;
      window.location.assign((await call(securityApi.confirmSingleSignOn, { body: { returnTo } })).url);
      return false;
    });

  return (
    <Dialog onClose={cancel} title="Confirm that it is you" size={440} centered>
      <p className={classes.lead}>This change needs a recent sign-in.</p>
      <div className={classes.ways}>
        {!methods && <PendingAnswer query={query} />}
        {methods && !byPassword && !byPasskey && !bySingleSignOn && (
          <p>You can’t do that here. Log out and sign in again instead.</p>
        )}
        {byPassword && (
          <ConfirmationForm
            needsCode={methods.hasSecondFactor}
            problem={problem}
            isBusy={isBusy}
            onChange={clear}
            onRun={(work) => run(work, { hasFields: true })}
          />
        )}
        {byPasskey && (
          <Button variant="default" disabled={isBusy} onClick={confirmByPasskey}>
            Use a passkey
          </Button>
        )}
        {bySingleSignOn && (
          <Button variant="default" disabled={isBusy} onClick={confirmBySingleSignOn}>
            Continue with single sign-on
          </Button>
        )}
      </div>
    </Dialog>
  );
}

interface ConfirmationFormProps {
  /** Whether two-step sign-in is on. */
  needsCode: boolean;
  problem: ConfirmationProblem | undefined;
  isBusy: boolean;
  onChange: () => void;
  onRun: (work: () => Promise<boolean>) => void;
}

/** Asks for the password, and for a code where the account has a second factor. */
function ConfirmationForm({ needsCode, problem, isBusy, onChange, onRun }: ConfirmationFormProps) {
  const email = useUsers((state) => state.viewer?.email ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const isBlank = password === '' || (needsCode && code.trim() === '');

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isBlank) return;
    onRun(async () => {
      await call(securityApi.confirm, { body: { method: 'password', password, ...(needsCode && { code }) } });
      return true;
    });
  };

  return (
    <form className={classes.form} onSubmit={handleSubmit} noValidate>
      <input className={classes.hidden} type="text" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        value={password}
        problem={problem?.field === 'password' ? problem.text : undefined}
        isFirst
        onChange={(value) => {
          setPassword(value);
          onChange();
        }}
      />
      {needsCode && (
        <CodeField
          value={code}
          problem={problem?.field === 'code' ? problem.text : undefined}
          isFirst={false}
          onChange={(value) => {
            setCode(value);
            onChange();
          }}
        />
      )}
      <Button type="submit" loading={isBusy} disabled={isBlank}>
        Confirm
      </Button>
    </form>
  );
}

/** What was wrong, and the field that shows it. */
interface ConfirmationProblem {
  field: 'password' | 'code';
  text: string;
}

/** Runs one way of confirming at a time. A refusal is shown at the fields of this way, or in a toast if it has none. */
function useConfirmation() {
  const [problem, setProblem] = useState<ConfirmationProblem>();
  const [isBusy, setBusy] = useState(false);
  const errorToast = useErrorToast();

  /** `work` returns false when the page is left instead. */
  const run = async (work: () => Promise<boolean>, { hasFields } = { hasFields: false }) => {
    setBusy(true);
    clear();
    try {
      if (await work()) useFreshSignIn.getState().applyConfirmed();
    } catch (error) {
      if (hasFields && error instanceof ApiError && error.code === 'forbidden') setProblem(problemOf(error));
      else errorToast.showError(error, 'Couldn’t confirm that it is you. Try again.');
      setBusy(false);
    }
  };

  const clear = () => {
    setProblem(undefined);
    errorToast.clear();
  };

  return { problem, isBusy, run, clear };
}

function problemOf({ issues, text = '' }: ApiError): ConfirmationProblem {
  return { field: issues.some(({ path }) => path === 'code') ? 'code' : 'password', text };
}
