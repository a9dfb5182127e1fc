import { useEffect } from 'react';
import { useConfig } from '../../titles/config.store.ts';
import { PasswordRow } from './PasswordRow.tsx';
import { SingleSignOnRow } from './SingleSignOnRow.tsx';
import { useSignInMethods } from './signInMethods.store.ts';

/** The ways to sign in: a password, single sign-on, or both. */
export function SignInMethodRows() {
  const hasSingleSignOn = useConfig((state) => state.config?.hasSingleSignOn ?? false);
  return hasSingleSignOn ? <KnownSignInMethodRows /> : <PasswordRow />;
}

function KnownSignInMethodRows() {
  const hasLocalAccounts = useConfig((state) => state.config?.hasLocalAccounts ?? true);
  const signInMethods = useSignInMethods((state) => state.signInMethods);
  const loadSignInMethods = useSignInMethods((state) => state.loadSignInMethods);

  useEffect(() => {
    // If loading fails, no sign-in method is offered.
    loadSignInMethods().catch(() => undefined);
  }, [loadSignInMethods]);

  if (!signInMethods) return null;
  return (
    <>
      {hasLocalAccounts && signInMethods.hasPassword && <PasswordRow />}
      <SingleSignOnRow signInMethods={signInMethods} />
    </>
  );
}
