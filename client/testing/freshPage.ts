import { beforeEach } from '@jest/globals';
import { configure } from '@testing-library/react';
import { dismissToast } from '../components/toast/toast.ts';
import { resetStores } from '../lib/createStore.ts';

// The usual second is too short where other tests use the processor.
configure({ asyncUtilTimeout: 20_000 });

const network = globalThis.fetch;

// Resets all state before each test. Testing Library has already removed the rendered components.
beforeEach(() => {
  dismissToast();
  resetStores();
  globalThis.fetch = network;
});
