import type {
  Assertion,
  CreationOptions,
  PasskeyRegistration,
  RequestOptions,
} from '../../../../../common/schemas/account/passkey.ts';
import { Cancelled } from '../../../../lib/cancelled.ts';

/** Whether this browser has passkeys. `isOffered`: whether the server offers them at this address. */
export function canUsePasskeys(isOffered: boolean): boolean {
  return isOffered && 'PublicKeyCredential' in window;
}

/** Has the browser create a passkey. Throws Cancelled when the user closes the browser's dialog. */
export async function createPasskey(optionsJSON: CreationOptions): Promise<PasskeyRegistration> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON }).catch(throwReason);
}

/** Has the browser use a passkey. Throws Cancelled when the user closes the browser's dialog. */
export async function askForPasskey(optionsJSON: RequestOptions): Promise<Assertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON }).catch(throwReason);
}

function throwReason(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  throw name === 'NotAllowedError' || name === 'AbortError' ? new Cancelled() : error;
}
