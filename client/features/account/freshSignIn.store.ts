import type { Endpoint } from '../../../common/endpoints.ts';
import { Cancelled } from '../../lib/cancelled.ts';
import { createStore } from '../../lib/createStore.ts';
import { ApiError } from '../../lib/http/http.ts';
import { writeTo } from '../../lib/query.ts';

interface FreshSignInState {
  /** What waits for the user to confirm who they are; null if nothing does. */
  waiting: { resolve: () => void; reject: (reason: Error) => void } | null;
  applyConfirmed: () => void;
  applyCancelled: () => void;
}

export const useFreshSignIn = createStore<FreshSignInState>((set, get) => ({
  waiting: null,

  applyConfirmed() {
    get().waiting?.resolve();
    set({ waiting: null });
  },

  applyCancelled() {
    get().waiting?.reject(new Cancelled());
    set({ waiting: null });
  },
}));

/**
 * Makes a call that may need a fresh sign-in. If it does, a dialog asks the user to confirm who they are, and the call is made
 * again. Throws Cancelled when the user closes the dialog.
 */
export async function withFreshSignIn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'fresh_sign_in_required') throw error;
  }
  useFreshSignIn.getState().applyCancelled();
  await new Promise<void>((resolve, reject) => useFreshSignIn.setState({ waiting: { resolve, reject } }));
  return work();
}

/** Makes a write that may need a fresh sign-in. `shown` is the call whose answer shows its result. */
export const writeFresh = <T>(shown: Endpoint, work: () => Promise<T>): Promise<T> =>
  writeTo(shown, () => withFreshSignIn(work));
