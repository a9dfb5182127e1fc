import { relative } from 'node:path';
import { root } from '../setup/run.mjs';

/** Prints failed tests with their output, and nothing for passed ones. */
export default class FailuresOnly {
  onTestResult(_test, result) {
    const file = relative(root, result.testFilePath);
    if (result.failureMessage) console.log(`\nFAILED ${file}\n${result.failureMessage.trimEnd()}\n`);
    const printed = result.console ?? [];
    if (result.failureMessage && printed.length > 0) {
      console.log(`Output of ${file}:\n${printed.map((entry) => entry.message).join('\n')}\n`);
    }
  }
}
