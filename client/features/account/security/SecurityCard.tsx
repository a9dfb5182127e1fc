import { useConfig } from '../../titles/config.store.ts';
import { useSignInMethods } from '../settings/signInMethods.store.ts';
import { ActivityRow } from './ActivityRow.tsx';
import { EmailRow } from './EmailRow.tsx';
import { canUsePasskeys } from './passkeys/ceremonies.ts';
import { PasskeysRow } from './passkeys/PasskeysRow.tsx';
import classes from './Security.module.css';
import { SessionsRow } from './SessionsRow.tsx';
import { SecondFactorRow } from './secondFactor/SecondFactorRow.tsx';

/** How the account is protected, where the user is signed in, and what happened to the account. */
export function SecurityCard() {
  const hasLocalAccounts = useConfig((state) => state.config?.hasLocalAccounts ?? false);
  const hasPasskeys = useConfig((state) => state.config?.hasPasskeys ?? false);
  const isKnown = useSignInMethods((state) => state.signInMethods !== null);

  return (
    <div className={classes.card}>
      <h2 className={classes.heading}>Security</h2>
      <EmailRow />
      {isKnown && canUsePasskeys(hasPasskeys) && <PasskeysRow />}
      {hasLocalAccounts && <SecondFactorRow />}
      <SessionsRow />
      <ActivityRow />
    </div>
  );
}
