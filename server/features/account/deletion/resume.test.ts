import { expect, test } from '@jest/globals';
import { log } from '../../../platform/log.ts';
import { resumeDeletions } from './deletion.service.ts';

log.level = 'silent';

test('a node starts although the database cannot say whose deletions were interrupted', async () => {
  // There is no connection, so each read fails.
  await expect(resumeDeletions()).resolves.toBeUndefined();
});
