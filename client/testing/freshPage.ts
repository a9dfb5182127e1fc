import { beforeEach } from '@jest/globals';
import { dismissToast } from '../components/feedback/toast.ts';
import { resetStores } from '../lib/createStore.ts';

const network = globalThis.fetch;

// Resets all state before each test. Testing Library has already removed the rendered components.
beforeEach(() => {
  dismissToast();
  resetStores();
  globalThis.fetch = network;
});
