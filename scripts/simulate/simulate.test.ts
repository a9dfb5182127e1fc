import { expect, test } from '@jest/globals';
import { compile, prepare } from './episode.ts';
import { play } from './run.ts';
import { scheduleOf } from './schedule.ts';

// On a busy machine this takes many times as long as alone.
const LIMIT_MS = 300_000;

test(
  'no rule is broken, and the same seed gives the same run',
  async () => {
    const base = await prepare(await compile());

    const first = await play(base, scheduleOf(1), 1500);
    const again = await play(base, scheduleOf(1), 1500);

    expect(first.problem).toBeNull();
    expect(first.writes).toBeGreaterThan(0);
    expect(again).toEqual(first);
  },
  LIMIT_MS,
);
