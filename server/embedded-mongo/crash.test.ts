import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { crash } from './testing/crash.ts';

// Each kill is told on the console, as it should be.
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => void jest.restoreAllMocks());

test('kill -9 ten times under many writers loses nothing acknowledged, leaves nothing half done and tells all of it once', async () => {
  const { acknowledged, ...found } = await crash(10);

  expect(found).toEqual({ lost: [], halves: 0, mistold: 0, faults: [] });
  expect(acknowledged).toBeGreaterThan(200);
}, 90_000);
