import { settingsApi } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/http.ts';
import { queryClient, queryOf } from '../../../lib/query.ts';
import { withFreshSignIn, writeFresh } from '../freshSignIn.store.ts';

export const signInMethodsQuery = queryOf(settingsApi.signInMethods);

/** Returns the address to open. It leads back to the settings when connected. */
export async function connectSingleSignOn(currentPassword: string): Promise<string> {
  return (await withFreshSignIn(() => call(settingsApi.connect, { body: { currentPassword } }))).url;
}

/** Ends the user's other sessions. */
export async function disconnectSingleSignOn(): Promise<void> {
  await writeFresh(settingsApi.signInMethods, () => call(settingsApi.disconnect));
  queryClient.setQueryData(signInMethodsQuery.queryKey, (methods) => methods && { ...methods, isConnected: false });
}
