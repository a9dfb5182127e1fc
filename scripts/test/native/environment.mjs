import { TestEnvironment } from 'jest-environment-node';
import { requireNoneRefused } from './connections.mjs';

/**
 * Jest's environment for Node, with fake timers for the realm in which the native runtime loads tests. A test file fails if
 * it, or the server that it starts, connects to another machine.
 */
export default class NativeEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const FakeTimers = this.fakeTimersModern.constructor;
    this.fakeTimersModern = new FakeTimers({ config: config.projectConfig, global: globalThis });
  }

  async teardown() {
    await super.teardown();
    requireNoneRefused();
  }
}
