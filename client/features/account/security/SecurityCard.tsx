import { useQuery } from '@tanstack/react-query';
import { useConfig } from '../../titles/config.store.ts';
import { signInMethodsQuery } from '../settings/signInMethods.queries.ts';
import { ActivityRow } from './ActivityRow.tsx';
import { EmailRow } from './EmailRow.tsx';
import { FeedsRow } from './feeds/FeedsRow.tsx';
import { PasskeysRow } from './passkeys/PasskeysRow.tsx';
import { canUsePasskeys } from './passkeys/passkey.queries.ts';
import classes from './Security.module.css';
import { SessionsRow } from './SessionsRow.tsx';
import { SecondFactorRow } from './secondFactor/SecondFactorRow.tsx';
import { TokensRow } from './tokens/TokensRow.tsx';

/** How the account is protected, where the user is signed in, and what happened to the account. */
export function SecurityCard() {
  const isConfigKnown = useConfig((state) => state.config !== null);
  const hasLocalAccounts = useConfig((state) => state.config?.hasLocalAccounts ?? false);
  const hasPasskeys = useConfig((state) => state.config?.hasPasskeys ?? false);
  const { data: signInMethods } = useQuery({ ...signInMethodsQuery, enabled: isConfigKnown });

  return (
    <div className={classes.card}>
      <h2 className={classes.heading}>Security</h2>
      <EmailRow />
      {signInMethods && canUsePasskeys(hasPasskeys) && <PasskeysRow />}
      {hasLocalAccounts && <SecondFactorRow />}
      <SessionsRow />
      <TokensRow />
      <FeedsRow />
      <ActivityRow />
    </div>
  );
}
