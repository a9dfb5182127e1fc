import { beforeEach } from '@jest/globals';
import { dismissToast } from '../components/toast.ts';
import { resetStores } from '../lib/createStore.ts';

const network = globalThis.fetch;

// Every test begins as a page does that was just opened; what was on screen, Testing Library has taken away.
beforeEach(() => {
  dismissToast();
  resetStores();
  globalThis.fetch = network;
});
