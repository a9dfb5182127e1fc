import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../../components/dialogs/Dialog.tsx';
import { useConfig } from '../../../titles/config.store.ts';
import { useFreshSignIn } from '../../freshSignIn.store.ts';
import { fetchConfirmationOptions, sendConfirmation, sendSingleSignOnConfirmation } from '../../keys.api.ts';
import { signInMethodsQuery } from '../../settings/signInMethods.queries.ts';
import { askForPasskey, canUsePasskeys } from '../passkeys/ceremonies.ts';
import { ConfirmationForm } from './ConfirmationForm.tsx';
import classes from './FreshSignInDialog.module.css';
import { useConfirmation } from './useConfirmation.ts';

/** Asks the user to confirm who they are, in the ways that the account has. */
export function FreshSignInDialog() {
  const cancel = useFreshSignIn((state) => state.applyCancelled);
  const hasLocalAccounts = useConfig((state) => state.config?.hasLocalAccounts ?? true);
  const hasPasskeys = useConfig((state) => state.config?.hasPasskeys ?? false);
  const { data: methods } = useQuery(signInMethodsQuery);
  const { problem, isBusy, run, clear } = useConfirmation();

  const confirmByPasskey = () =>
    run(async () => {
      const credential = await askForPasskey(await fetchConfirmationOptions());
      await sendConfirmation({ method: 'passkey', credential });
      return true;
    });
  const confirmBySingleSignOn = () =>
    run(async () => {
      const { pathname, search } = window.location;
      window.location.assign(await sendSingleSignOnConfirmation(`${pathname}${search}`));
      return false;
    });

  return (
    <Dialog onClose={cancel} title="Confirm that it is you" size={440} centered>
      <p className={classes.lead}>This change needs a recent sign-in.</p>
      <div className={classes.ways}>
        {hasLocalAccounts && methods?.hasPassword && (
          <ConfirmationForm
            needsCode={methods.hasSecondFactor}
            problem={problem}
            isBusy={isBusy}
            onChange={clear}
            onRun={run}
          />
        )}
        {methods && methods.passkeys > 0 && canUsePasskeys(hasPasskeys) && (
          <Button variant="default" disabled={isBusy} onClick={confirmByPasskey}>
            Use a passkey
          </Button>
        )}
        {methods?.isConnected && (
          <Button variant="default" disabled={isBusy} onClick={confirmBySingleSignOn}>
            Continue with single sign-on
          </Button>
        )}
      </div>
    </Dialog>
  );
}
