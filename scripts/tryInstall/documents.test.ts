import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { blockOf, findUntried } from './documents.mjs';

test('a step of the try runs each command for Docker that docs/install has in a block of its own', () => {
  const program = readFileSync('scripts/tryInstall.mjs', 'utf8');
  const calls = [...program.matchAll(/blockOf\(\s*'(.+?)',\s*'(.+?)',\s*'(\w+)'(?:,\s*'(.+?)')?/g)];

  // Throws for a block that is no longer there.
  const texts = calls.map(([, file = '', heading = '', language = '', part]) => blockOf(file, heading, language, part));

  expect(texts.length).toBeGreaterThan(10);
  expect(findUntried()).toEqual([]);
});
