import { expect, test } from '@jest/globals';
import { weightAfter } from './fairness.ts';

test('a weight rises while winners suit the person less than average, up to a limit, and returns to 1', () => {
  const weights = [1];
  for (let evening = 0; evening < 6; evening += 1) weights.push(weightAfter(weights.at(-1) ?? 1, 0, [0, 2, 2]));

  expect(weights[1]).toBeGreaterThan(1);
  expect(weights).toEqual([...weights].sort((a, b) => a - b));
  expect(weights.at(-1)).toBe(weights.at(-2));
  expect(weightAfter(weights.at(-1) ?? 1, 2, [2, 0, 1])).toBe(1);
});

test('a weight stays 1 when the winner suits everyone equally', () => {
  expect(weightAfter(1, 1, [1, 1, 1])).toBe(1);
});
