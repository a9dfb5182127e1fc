import type {
  Assertion,
  CreationOptions,
  Passkey,
  PasskeyRegistration,
  RequestOptions,
} from '../../../../../common/schemas/account/passkey.ts';
import { Cancelled } from '../../../../lib/cancelled.ts';
import { securityApi, settingsApi } from '../../../../lib/http/api.ts';
import { call } from '../../../../lib/http/http.ts';
import { queryClient, queryOf, refresh, writeTo } from '../../../../lib/query.ts';
import { withFreshSignIn, writeFresh } from '../../freshSignIn.store.ts';

export const passkeysQuery = queryOf(securityApi.passkeys);

/** Has the browser create a passkey and adds it. */
export async function addPasskey(name: string): Promise<void> {
  const options = await withFreshSignIn(() => call(securityApi.newPasskeyOptions));
  const credential = await createPasskey(options);
  const passkey = await writeTo(securityApi.passkeys, () =>
    call(securityApi.addPasskey, { body: { name, credential } }),
  );
  change((passkeys) => [...passkeys, passkey]);
}

export async function renamePasskey(id: string, name: string): Promise<void> {
  const renamed = await writeTo(securityApi.passkeys, () =>
    call(securityApi.renamePasskey, { params: { id }, body: { name } }),
  );
  change((passkeys) => passkeys.map((passkey) => (passkey.id === id ? renamed : passkey)));
}

/** Ends the user's other sessions. */
export async function removePasskey(id: string): Promise<void> {
  await writeFresh(securityApi.passkeys, () => call(securityApi.removePasskey, { params: { id } }));
  change((passkeys) => passkeys.filter((passkey) => passkey.id !== id));
}

function change(changed: (passkeys: readonly Passkey[]) => Passkey[]): void {
  queryClient.setQueryData(passkeysQuery.queryKey, (passkeys = []) => changed(passkeys));
  // The sign-in methods count them.
  void refresh(settingsApi.signInMethods);
}

/** Whether this browser has passkeys. `isOffered`: whether the server offers them at this address. */
export function canUsePasskeys(isOffered: boolean): boolean {
  return isOffered && 'PublicKeyCredential' in window;
}

/** Whether a passkey of the account is on this device already, so that the browser creates no other one. */
export const isHereAlready = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError';

/** Has the browser create a passkey. Throws Cancelled when the user closes the browser's dialog. */
async function createPasskey(optionsJSON: CreationOptions): Promise<PasskeyRegistration> {
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
