import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const folder = import.meta.dirname;
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/node_modules|conformance|test(s|ing)?\b/.test(path))
  .map((path) => readFileSync(join(folder, path), 'utf8'));

/** What the code refuses in so many words; a part that is computed is `…`. */
const texts = sources.flatMap((source) =>
  [...source.matchAll(/refuse\((['"`])(.+?)\1\)/g)].map(([, , text = '']) => text.replace(/\$\{.*?\}+/g, '…')),
);
/** The names in lists such as `refusedStages`. */
const names = sources.flatMap((source) =>
  [...source.matchAll(/const refused\w* =(.+?);\n/gs)]
    .flatMap(([, list = '']) => [...list.matchAll(/'([^']*)'/g)])
    .flatMap(([, words = '']) => words.split(' '))
    .filter(Boolean),
);

test('the README lists everything that is refused by name', () => {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8').replace(/\s+/g, ' ');

  expect(texts.length).toBeGreaterThan(20);
  expect(names.length).toBeGreaterThan(50);
  expect([...texts, ...names].filter((wanted) => !readme.includes(wanted))).toEqual([]);
});
