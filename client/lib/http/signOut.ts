let prepare: () => Promise<void> = async () => undefined;

/** Called before the user signs out, for what this device has kept of them. */
export function beforeSignOut(handler: () => Promise<void>): void {
  prepare = handler;
}

/** No longer than this: signing out matters more than what is kept. */
const PREPARED_WITHIN_MS = 3000;

/**
 * Deletes what is on this device, then signs out. Over plain http browsers do not tell the server that a
 * link was followed, so it would ask once more; a form names its origin and signs out at once.
 */
export async function signOut(): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, PREPARED_WITHIN_MS));
  await Promise.race([prepare().catch(() => undefined), timeout]);
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
