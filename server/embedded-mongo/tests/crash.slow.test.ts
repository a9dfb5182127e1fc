import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { crash } from '../testing/crash.ts';

// Each kill is logged to the console, as it should be.
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => void jest.restoreAllMocks());

test('ten kills (-9) under many writers lose no acknowledged write, leave no partial transaction and deliver each change once', async () => {
  const { acknowledged, ...found } = await crash(10);

  expect(found).toEqual({ lost: [], partialTransactions: 0, misdelivered: 0, faults: [] });
  expect(acknowledged).toBeGreaterThan(200);
});
