import { useQuery } from '@tanstack/react-query';
import { useConfig } from '../../titles/config.store.ts';
import { PasswordRow } from './password/PasswordRow.tsx';
import { SingleSignOnRow } from './SingleSignOnRow.tsx';
import { signInMethodsQuery } from './signInMethods.queries.ts';

/** The ways to sign in: a password, single sign-on, or both. */
export function SignInMethodRows() {
  const config = useConfig((state) => state.config);
  // If loading fails, no sign-in method is offered.
  const { data: signInMethods } = useQuery({ ...signInMethodsQuery, enabled: config !== null });

  if (!config?.hasSingleSignOn) return <PasswordRow />;
  if (!signInMethods) return null;
  return (
    <>
      {config.hasLocalAccounts && signInMethods.hasPassword && <PasswordRow />}
      <SingleSignOnRow signInMethods={signInMethods} />
    </>
  );
}
