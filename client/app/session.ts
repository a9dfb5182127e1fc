import { onEntry, useSession } from '../features/account/session.store.ts';
import { sendToLogin } from '../features/account/signedOut.ts';
import { keptFor, pushChannel } from '../features/offline/keeping.ts';
import { useConfig } from '../features/titles/config.store.ts';
import { onNewerServer, onSignedOut } from '../lib/http/http.ts';
import { onReachable } from '../lib/http/reachable.ts';
import { beforeSignOut, finishSignOut, isSigningOut, isSignOutOpen, OPEN_SIGN_OUT } from '../lib/http/signOut.ts';
import { removePreview } from '../lib/page/preview.ts';
import { useLive } from './live/live.store.ts';

/**
 * Loads the current user and the image base, and sets what a 401 does from then on. On a page that the server marked
 * for a visitor, no request is needed. If the mark is outdated, the sign-in page leads back to a page without it.
 */
export function startSession(): void {
  onSignedOut(() => {
    // Calls that are still running are refused then.
    if (isSigningOut()) return;
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
  beforeSignOut(async () => (await import('./offline/leave.ts')).leaveDevice());
  useSession.subscribe(({ status }, before) => {
    if (status === 'signedOut' && before.status !== 'signedOut') void forgetKept();
  });
  useConfig.getState().loadConfig();
  if (isSignOutOpen()) return void leave();
  // Another tab has signed out without a connection, so the server cannot say so to this one.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === OPEN_SIGN_OUT && newValue !== null) window.location.replace('/');
  });
  if (document.documentElement.hasAttribute('data-visitor')) useSession.getState().applyVisitor();
  else useSession.getState().resolveSession();
}

const TRY_AGAIN_MS = 10_000;

/** Finishes a sign-out that began without a connection: shows the app as to a visitor until the server has ended the session. */
async function leave(): Promise<void> {
  if (await finishSignOut()) {
    // The page was drawn for the person who has left.
    window.location.replace('/');
    return;
  }
  removePreview();
  document.documentElement.hidden = false;
  useSession.getState().applyLeaving();
  const again = setTimeout(tryAgain, TRY_AGAIN_MS);
  const stopListening = onReachable(tryAgain);
  function tryAgain(): void {
    clearTimeout(again);
    stopListening();
    void leave();
  }
}

/** The session has ended by itself: the writes that wait stay, for the same person. */
async function forgetKept(): Promise<void> {
  const owner = keptFor();
  if (owner === null && pushChannel() === null) return;
  const { forgetAllBut } = await import('./offline/leave.ts');
  await forgetAllBut(owner);
}
