import { useSession } from '../features/account/session.store.ts';
import { sendToLogin } from '../features/account/signedOut.ts';
import { useConfig } from '../features/titles/config.store.ts';
import { onSignedOut } from '../lib/http.ts';

/**
 * Asks who is signed in and where pictures come from, and says what a 401 means from then on. On a page that the server
 * marked for a visitor the answer is known. Should the mark be wrong, the sign-in page leads back to an unmarked page.
 */
export function startSession(): void {
  onSignedOut(() => sendToLogin());
  useConfig.getState().loadConfig();
  if (document.documentElement.hasAttribute('data-visitor')) useSession.getState().applyVisitor();
  else useSession.getState().resolveSession();
}
