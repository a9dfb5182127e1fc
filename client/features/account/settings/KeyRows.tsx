import { useEffect } from 'react';
import { useConfig } from '../../titles/config.store.ts';
import { useKeys } from './keys.store.ts';
import { PasswordRow } from './PasswordRow.tsx';
import { SingleSignOnRow } from './SingleSignOnRow.tsx';

/** The ways to sign in: a password, single sign-on, or both. */
export function KeyRows() {
  const hasSingleSignOn = useConfig((state) => state.config?.hasSingleSignOn ?? false);
  return hasSingleSignOn ? <KnownKeyRows /> : <PasswordRow />;
}

function KnownKeyRows() {
  const hasLocalAccounts = useConfig((state) => state.config?.hasLocalAccounts ?? true);
  const keys = useKeys((state) => state.keys);
  const loadKeys = useKeys((state) => state.loadKeys);

  useEffect(() => {
    // If loading fails, no sign-in method is offered.
    loadKeys().catch(() => undefined);
  }, [loadKeys]);

  if (!keys) return null;
  return (
    <>
      {hasLocalAccounts && keys.hasPassword && <PasswordRow />}
      <SingleSignOnRow keys={keys} />
    </>
  );
}
