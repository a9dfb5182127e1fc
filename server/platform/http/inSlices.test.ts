import { expect, test } from '@jest/globals';
import { inSlices } from './jsonPieces.ts';

const SLICE_MS = 2;

/** Parts whose making occupies the processor for longer than a slice. */
async function* heavyParts(count: number): AsyncGenerator<number> {
  for (let part = 0; part < count; part += 1) {
    const began = performance.now();
    while (performance.now() - began <= SLICE_MS);
    yield part;
  }
}

test('gives all parts in order, and lets other work run after each slice', async () => {
  let turnsOfOthers = 0;
  let others = setImmediate(function takeTurn() {
    turnsOfOthers += 1;
    others = setImmediate(takeTurn);
  });
  const turnsBefore: number[] = [];
  const parts: number[] = [];

  for await (const part of inSlices(heavyParts(4), SLICE_MS)) {
    parts.push(part);
    turnsBefore.push(turnsOfOthers);
  }
  clearImmediate(others);

  expect(parts).toEqual([0, 1, 2, 3]);
  expect(new Set(turnsBefore).size).toBe(4);
});
