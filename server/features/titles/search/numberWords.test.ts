import { expect, test } from '@jest/globals';
import { withFigures } from './nameMatcher.ts';

test.each([
  ['twenty eight days later', '28 days later'],
  ['one hundred', '100'],
  ['the hundred', 'the 100'],
  ['five hundred days', '500 days'],
  ['blade runner twenty forty nine', 'blade runner 2049'],
  ['nineteen seventeen', '1917'],
  ['part ii', 'part 2'],
  ['thirty', '30'],
  ['x men', 'x men'],
  ['v for vendetta', 'v for vendetta'],
  ['', ''],
])('%j is written as %j', (spoken, written) => {
  expect(withFigures(spoken.split(' ')).join(' ')).toBe(written);
});
