import { onEntry, useSession } from '../features/account/session.store.ts';
import { sendToLogin } from '../features/account/signedOut.ts';
import { keepsLists, keptFor } from '../features/offline/keeping.ts';
import { useConfig } from '../features/titles/config.store.ts';
import { onNewerServer, onSignedOut } from '../lib/http/http.ts';
import { beforeSignOut } from '../lib/http/signOut.ts';
import { useLive } from './live/live.store.ts';

/**
 * Loads the current user and the image base, and sets what a 401 does from then on. On a page that the server marked
 * for a visitor, no request is needed. If the mark is outdated, the sign-in page leads back to a page without it.
 */
export function startSession(): void {
  let isSigningOut = false;
  onSignedOut(() => {
    // Calls that are still running are refused then.
    if (isSigningOut) return;
    void forgetKept();
    sendToLogin();
  });
  onNewerServer(() => useLive.getState().applyOutdated());
  onEntry(async (user) => {
    const owner = keptFor();
    if (owner === null) return user;
    const { enter } = await import('./offline/enter.ts');
    return enter(owner, user);
  });
  beforeSignOut(async () => {
    isSigningOut = true;
    if (keepsLists() || keptFor() !== null) await (await import('./offline/leave.ts')).leaveDevice();
  });
  useSession.subscribe(({ status }, before) => {
    if (status === 'signedOut' && before.status !== 'signedOut') void forgetKept();
  });
  useConfig.getState().loadConfig();
  if (document.documentElement.hasAttribute('data-visitor')) useSession.getState().applyVisitor();
  else useSession.getState().resolveSession();
}

/** The session has ended by itself: the writes that wait stay, for the same person. */
async function forgetKept(): Promise<void> {
  const owner = keptFor();
  if (owner === null) return;
  const { forgetAllBut } = await import('./offline/leave.ts');
  await forgetAllBut(owner);
}
