import { useSession } from '../features/account/session.store.ts';
import { sendToLogin } from '../features/account/signedOut.ts';
import { useConfig } from '../features/titles/config.store.ts';
import { onSignedOut } from '../lib/http.ts';

/** Asks who is signed in and where pictures come from, and says what a 401 means from then on. */
export function startSession(): void {
  onSignedOut(() => sendToLogin());
  useConfig.getState().loadConfig();
  useSession.getState().resolveSession();
}
