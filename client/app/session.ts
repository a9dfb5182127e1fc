import { useSession } from '../features/account/session.store.ts';
import { sendToLogin } from '../features/account/signedOut.ts';
import { useConfig } from '../features/titles/config.store.ts';
import { onNewerServer, onSignedOut } from '../lib/http/http.ts';
import { useLive } from './live/live.store.ts';

/**
 * Loads the current user and the image base, and sets what a 401 does from then on. On a page that the server marked
 * for a visitor, no request is needed. If the mark is outdated, the sign-in page leads back to a page without it.
 */
export function startSession(): void {
  onSignedOut(() => sendToLogin());
  onNewerServer(() => useLive.getState().applyOutdated());
  useConfig.getState().loadConfig();
  if (document.documentElement.hasAttribute('data-visitor')) useSession.getState().applyVisitor();
  else useSession.getState().resolveSession();
}
