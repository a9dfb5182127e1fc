import { useEffect } from 'react';
import { useConfig } from '../titles/config.store.ts';
import { useKeys } from './keys.store.ts';
import { PasswordRow } from './PasswordRow.tsx';
import { SingleSignOnRow } from './SingleSignOnRow.tsx';

/** What opens the account: a password, single sign-on, or either. */
export function KeyRows() {
  const hasSingleSignOn = useConfig((state) => state.config?.hasSingleSignOn ?? false);
  return hasSingleSignOn ? <KnownKeyRows /> : <PasswordRow />;
}

function KnownKeyRows() {
  const hasLocalAccounts = useConfig((state) => state.config?.hasLocalAccounts ?? true);
  const keys = useKeys((state) => state.keys);
  const loadKeys = useKeys((state) => state.loadKeys);

  useEffect(() => {
    // Where it cannot be read, nothing is offered that may not be there.
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
