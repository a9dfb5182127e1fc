import { browserSupportsWebAuthnAutofill, startAuthentication } from '@simplewebauthn/browser';
import type { ErrorBody } from '../../common/errors.ts';
import type { RequestOptions } from '../../common/schemas/account/passkey.ts';

// The script of the sign-in page, which the server draws: sign-in by passkey, with its button and in the field of the
// address. Without it, and in browsers without passkeys, the button stays hidden. It imports nothing of the app's code, which
// is much larger.

const PATH = '/api/auth/passkey';

/** Challenges last ten minutes. */
const RENEW_MS = 8 * 60 * 1000;
const FAILED = 'Couldn’t use this passkey. Try again, or sign in another way.';

const box = document.getElementById('passkey');
const button = box?.querySelector('button');
const problem = box?.querySelector('p');

if (box && button && problem && 'PublicKeyCredential' in window) {
  box.hidden = false;
  button.addEventListener('click', () => void signIn(false));
  void offerInField();
}

/** Lets browsers offer passkeys beside saved passwords, until the button is pressed. */
async function offerInField(): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return;
  void signIn(true);
  setInterval(() => void signIn(true), RENEW_MS);
}

/** A later attempt ends the one before. */
async function signIn(isInField: boolean): Promise<void> {
  if (problem && !isInField) problem.textContent = '';
  try {
    const optionsJSON: RequestOptions = await post(`${PATH}/options`);
    const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: isInField });
    await post(PATH, { credential });
    window.location.assign(box?.dataset.returnTo ?? '/');
  } catch (error) {
    if (isEnded(error)) return;
    const text = error instanceof Refusal ? error.message : FAILED;
    // The browser makes this offer without being asked, so only a refusal of the server is shown.
    if (problem && (error instanceof Refusal || !isInField)) problem.textContent = text;
  }
}

/** Has the server's text for users. */
class Refusal extends Error {}

async function post<Answer>(path: string, body: object = {}): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.ok) return response.json();
  const { error }: ErrorBody = await response.json();
  throw new Refusal(error);
}

/** True when the user closed the browser's dialog, or a later attempt has begun. */
function isEnded(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}
