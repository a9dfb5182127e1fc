import { OfflineError } from './http.ts';

let prepare: () => Promise<void> = async () => undefined;

/** Called before the user signs out, for what this device has kept of them. */
export function beforeSignOut(handler: () => Promise<void>): void {
  prepare = handler;
}

/** No longer than this: signing out matters more than what is kept. */
const PREPARED_WITHIN_MS = 3000;
const ANSWERED_WITHIN_MS = 4000;

/** Set when the user has signed out without a connection, so that the session still exists. `firstPaint.js` reads it too. */
export const OPEN_SIGN_OUT = 'marquee.signingOut';

let isLeaving = false;

/** Whether the user is signing out, so that nothing may be kept any more. */
export const isSigningOut = (): boolean => isLeaving;

/**
 * Deletes what is on this device, then signs out. Without a connection, the app starts again for `finishSignOut`; a browser
 * that cannot start it then stays signed in, and this throws an OfflineError. Over plain http browsers do not tell the
 * server that a link was followed, so it would ask once more; a form names its origin and signs out at once.
 */
export async function signOut(): Promise<void> {
  isLeaving = true;
  if (!(await isReachable())) {
    if (!canFinishLater()) {
      isLeaving = false;
      throw new OfflineError(true);
    }
    await prepareInTime();
    window.location.assign('/');
    return;
  }
  await prepareInTime();
  if (window.isSecureContext) {
    window.location.assign('/api/logout');
    return;
  }
  const form = document.createElement('form');
  form.method = 'post';
  form.action = '/api/logout';
  document.body.append(form);
  form.submit();
}

async function prepareInTime(): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, PREPARED_WITHIN_MS));
  await Promise.race([prepare().catch(() => undefined), timeout]);
}

async function isReachable(): Promise<boolean> {
  try {
    const { ok } = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) });
    return ok;
  } catch {
    return false;
  }
}

/** Notes the sign-out, if the service worker can start the app without a connection. */
function canFinishLater(): boolean {
  try {
    if (!navigator.serviceWorker?.controller) return false;
    localStorage.setItem(OPEN_SIGN_OUT, 'yes');
    return true;
  } catch {
    return false;
  }
}

/** Whether the user has signed out on this device, but the server does not know yet. */
export function isSignOutOpen(): boolean {
  try {
    return localStorage.getItem(OPEN_SIGN_OUT) !== null;
  } catch {
    return false;
  }
}

/** Deletes what the device may still have, and ends the session. False while the server does not answer. */
export async function finishSignOut(): Promise<boolean> {
  isLeaving = true;
  await prepareInTime();
  try {
    // The redirect is not followed: it leads to a page.
    const { type } = await fetch('/api/logout', {
      ...{ method: 'POST', credentials: 'same-origin', redirect: 'manual' },
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
    });
    if (type !== 'opaqueredirect') return false;
    localStorage.removeItem(OPEN_SIGN_OUT);
    return true;
  } catch {
    return false;
  }
}
