import { AsyncLocalStorage } from 'node:async_hooks';
import circus from 'jest-circus/runner';

/** Those that the test file has used. */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;

AsyncLocalStorage.prototype.run = function runAndRemember(...args) {
  storages.add(this);
  return run.apply(this, args);
};

/**
 * Runs a test file as Jest does, and disables the storages of asynchronous context that it used. Jest makes one for each file.
 * Node 20 carries each enabled one along with every promise until the process ends, so that each file of a worker would be
 * slower than the one before.
 */
export default async function runAndForget(...args) {
  try {
    return await circus.default(...args);
  } finally {
    for (const storage of storages) storage.disable();
    storages.clear();
  }
}
