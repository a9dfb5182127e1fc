import type { Passkey } from '../../../../../common/schemas/account/passkey.ts';
import { createStore } from '../../../../lib/createStore.ts';
import { withFreshSignIn } from '../../freshSignIn.store.ts';
import {
  fetchNewPasskeyOptions,
  fetchPasskeys,
  sendPasskey,
  sendPasskeyName,
  sendPasskeyRemoval,
} from '../../keys.api.ts';
import { useSignInMethods } from '../../settings/signInMethods.store.ts';
import { createPasskey } from './ceremonies.ts';

interface PasskeyState {
  /** Null until loaded. */
  passkeys: Passkey[] | null;
  loadPasskeys: () => Promise<void>;
  /** Has the browser create a passkey and adds it. */
  addPasskey: (name: string) => Promise<void>;
  renamePasskey: (id: string, name: string) => Promise<void>;
  /** Ends the user's other sessions. */
  removePasskey: (id: string) => Promise<void>;
  applyPasskeys: (passkeys: Passkey[]) => void;
}

export const usePasskeys = createStore<PasskeyState>((set, get) => ({
  passkeys: null,

  async loadPasskeys() {
    get().applyPasskeys(await fetchPasskeys());
  },

  async addPasskey(name) {
    const options = await withFreshSignIn(fetchNewPasskeyOptions);
    const passkey = await sendPasskey(name, await createPasskey(options));
    get().applyPasskeys([...(get().passkeys ?? []), passkey]);
  },

  async renamePasskey(id, name) {
    const renamed = await sendPasskeyName(id, name);
    set(({ passkeys }) => ({ passkeys: passkeys?.map((one) => (one.id === id ? renamed : one)) ?? null }));
  },

  async removePasskey(id) {
    await withFreshSignIn(() => sendPasskeyRemoval(id));
    get().applyPasskeys((get().passkeys ?? []).filter((passkey) => passkey.id !== id));
  },

  applyPasskeys(passkeys) {
    set({ passkeys });
    useSignInMethods.getState().applyPasskeyCount(passkeys.length);
  },
}));
