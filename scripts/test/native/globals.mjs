let current = {};

/** Sets what test files import from @jest/globals. */
export function setGlobals(globals) {
  current = globals;
}

/** Helper modules are loaded once, so they must always reach the globals of the test file that is running. */
function live(name) {
  return new Proxy(() => undefined, {
    apply: (_target, _self, args) => current[name](...args),
    get: (_target, key) => current[name][key],
  });
}

export const afterAll = live('afterAll');
export const afterEach = live('afterEach');
export const beforeAll = live('beforeAll');
export const beforeEach = live('beforeEach');
export const describe = live('describe');
export const expect = live('expect');
export const it = live('it');
export const jest = live('jest');
export const test = live('test');
