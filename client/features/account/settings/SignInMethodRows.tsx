import { useEffect } from 'react';
import { useConfig } from '../../titles/config.store.ts';
import { PasswordRow } from './password/PasswordRow.tsx';
import { SingleSignOnRow } from './SingleSignOnRow.tsx';
import { useSignInMethods } from './signInMethods.store.ts';

/** The ways to sign in: a password, single sign-on, or both. */
export function SignInMethodRows() {
  const config = useConfig((state) => state.config);
  const signInMethods = useSignInMethods((state) => state.signInMethods);
  const loadSignInMethods = useSignInMethods((state) => state.loadSignInMethods);
  const isConfigKnown = config !== null;

  useEffect(() => {
    // If loading fails, no sign-in method is offered.
    if (isConfigKnown) loadSignInMethods().catch(() => undefined);
  }, [isConfigKnown, loadSignInMethods]);

  if (!config?.hasSingleSignOn) return <PasswordRow />;
  if (!signInMethods) return null;
  return (
    <>
      {config.hasLocalAccounts && signInMethods.hasPassword && <PasswordRow />}
      <SingleSignOnRow signInMethods={signInMethods} />
    </>
  );
}
