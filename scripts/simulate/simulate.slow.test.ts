import { beforeAll, expect, test } from '@jest/globals';
import { type Base, compile, prepare } from './episode.ts';
import { mutations } from './mutations.ts';
import { play } from './run.ts';
import { scheduleOf } from './schedule.ts';
import { shrink } from './shrink.ts';

const MAX_STEPS = 100_000;

// On a busy machine a run takes many times as long as alone.
const LIMIT_MS = 3_600_000;

let base: Base;
beforeAll(async () => {
  base = await prepare(await compile());
}, LIMIT_MS);

/** The first seed whose run breaks a rule, within 10^5 steps. */
async function findFailure(from: Base) {
  for (let seed = 1, steps = 0; steps < MAX_STEPS; seed++) {
    const schedule = scheduleOf(seed);
    const outcome = await play(from, schedule, MAX_STEPS - steps);
    if (outcome.problem !== null) return { schedule, outcome };
    steps += outcome.steps;
  }
  return null;
}

test(
  'no rule is broken in 10^5 steps',
  async () => {
    expect(await findFailure(base)).toBeNull();
  },
  LIMIT_MS,
);

test.each(mutations)(
  'finds within 10^5 steps that $name',
  async ({ edits }) => {
    expect(await findFailure({ ...base, bundles: await compile(edits) })).not.toBeNull();
  },
  LIMIT_MS,
);

test(
  'a failing run is shrunk, and repeats exactly',
  async () => {
    const edits = mutations.find(({ name }) => name === 'a former member still hears of the list')?.edits;
    const broken = { ...base, bundles: await compile(edits) };
    const failure = await findFailure(broken);
    if (!failure) throw new Error('the planted bug was not found');

    const shrunk = await shrink(broken, failure.schedule, failure.outcome, 12);
    const again = await play(broken, shrunk.schedule);

    expect(shrunk.schedule.events.length).toBeLessThan(failure.schedule.events.length);
    expect(again).toEqual(shrunk.outcome);
  },
  LIMIT_MS,
);
