import type { Passkey } from '../../../../../common/schemas/account/passkey.ts';
import { securityApi, settingsApi } from '../../../../lib/http/api.ts';
import { call } from '../../../../lib/http/http.ts';
import { queryClient, queryOf, refresh } from '../../../../lib/query.ts';
import { withFreshSignIn } from '../../freshSignIn.store.ts';
import { createPasskey } from './ceremonies.ts';

export const passkeysQuery = queryOf(securityApi.passkeys);

/** Has the browser create a passkey and adds it. */
export async function addPasskey(name: string): Promise<void> {
  const options = await withFreshSignIn(() => call(securityApi.newPasskeyOptions));
  const passkey = await call(securityApi.addPasskey, { body: { name, credential: await createPasskey(options) } });
  change((passkeys) => [...passkeys, passkey]);
}

export async function renamePasskey(id: string, name: string): Promise<void> {
  const renamed = await call(securityApi.renamePasskey, { params: { id }, body: { name } });
  change((passkeys) => passkeys.map((passkey) => (passkey.id === id ? renamed : passkey)));
}

/** Ends the user's other sessions. */
export async function removePasskey(id: string): Promise<void> {
  await withFreshSignIn(() => call(securityApi.removePasskey, { params: { id } }));
  change((passkeys) => passkeys.filter((passkey) => passkey.id !== id));
}

function change(changed: (passkeys: readonly Passkey[]) => Passkey[]): void {
  queryClient.setQueryData(passkeysQuery.queryKey, (passkeys = []) => changed(passkeys));
  // The sign-in methods count them.
  void refresh(settingsApi.signInMethods);
}
