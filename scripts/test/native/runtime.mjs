import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { jestExpect } from '@jest/expect';
import JestRuntime from 'jest-runtime';
import { setGlobals } from './globals.mjs';

register('./hooks.mjs', import.meta.url);

let runs = 0;

/**
 * A runtime of Jest that loads test files with Node's own loader. A module is then loaded and optimised once for all test
 * files of a worker, not again for each: server tests take about half the processor time. Test files share the state of
 * modules, as tests of one file do.
 */
export default class NativeRuntime extends JestRuntime {
  #globals = {};

  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime(globals);
    this.#globals = globals;
  }

  async unstable_importModule(file) {
    // Jest's own `expect` is in another realm, in which String is another constructor.
    setGlobals({ ...this.#globals, expect: jestExpect, jest: this.jestGlobals.jestObjectFor(file) });
    runs += 1;
    return import(`${pathToFileURL(file).href}?run=${runs}`);
  }
}
