import { TestEnvironment } from 'jest-environment-node';

/** Jest's environment for Node, with fake timers for the realm in which the native runtime loads tests. */
export default class NativeEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const FakeTimers = this.fakeTimersModern.constructor;
    this.fakeTimersModern = new FakeTimers({ config: config.projectConfig, global: globalThis });
  }
}
