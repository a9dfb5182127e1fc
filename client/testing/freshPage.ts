import { beforeEach } from '@jest/globals';
import { configure } from '@testing-library/react';
import { dismissToast } from '../components/toast/toast.ts';
import { resetStores } from '../lib/createStore.ts';

configure({
  // The usual second is too short where other tests use the processor.
  asyncUtilTimeout: 20_000,
  // Without style sheets few hidden elements count as such, and to look for them takes a fifth of the time.
  defaultHidden: true,
});

const network = globalThis.fetch;

// Resets all state before each test. Testing Library has already removed the rendered components.
beforeEach(() => {
  dismissToast();
  resetStores();
  globalThis.fetch = network;
});
