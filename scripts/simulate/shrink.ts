import type { Base } from './episode.ts';
import { type Outcome, play } from './run.ts';
import type { Happening, Schedule } from './schedule.ts';

export interface Shrunk {
  schedule: Schedule;
  outcome: Outcome;
  /** How many runs it took. */
  runs: number;
}

/** The rule that was broken, without the ids and revs in which two runs differ. */
const ruleOf = (problem: string | null): string => (problem ?? '').replace(/[0-9a-f-]{8,}|\d+/g, '#').slice(0, 60);

/**
 * Leaves out what a failing schedule does not need, in halves, quarters and so on, as long as some rule is still broken.
 * Stops after so many runs.
 */
export async function shrink(base: Base, failing: Schedule, first: Outcome, maxRuns = 60): Promise<Shrunk> {
  const tries = { left: maxRuns };
  const rule = ruleOf(first.problem);
  let best = { schedule: failing, outcome: first };
  const attempt = async (events: readonly Happening[]): Promise<boolean> => {
    if (tries.left <= 0) return false;
    tries.left -= 1;
    const schedule = { ...failing, events, lasts: Math.min(failing.lasts, (events.at(-1)?.at ?? 0) + 2000) };
    const outcome = await play(base, schedule);
    if (ruleOf(outcome.problem) !== rule) return false;
    best = { schedule, outcome };
    return true;
  };
  for (let size = Math.ceil(failing.events.length / 2); size >= 1 && tries.left > 0; size = Math.floor(size / 2)) {
    for (let from = 0; from < best.schedule.events.length && tries.left > 0; ) {
      const { events } = best.schedule;
      const without = [...events.slice(0, from), ...events.slice(from + size)];
      if (without.length === events.length || !(await attempt(without))) from += size;
    }
  }
  return { ...best, runs: maxRuns - tries.left };
}
