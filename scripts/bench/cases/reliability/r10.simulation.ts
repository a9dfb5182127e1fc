import { compile, prepare } from '../../../simulate/episode.ts';
import { play } from '../../../simulate/run.ts';
import { scheduleOf } from '../../../simulate/schedule.ts';
import type { Benchmark } from '../../lib/benchmark.ts';

const GOAL_A_MINUTE = 100_000;

export const r10: Benchmark = {
  id: 'R10',
  title: 'Rules that are broken in a deterministic simulation of nodes, database and tabs with faults',
  isOfEmbeddedOnly: true,
  async run({ isShort }) {
    const maxSteps = isShort ? 50_000 : 1_000_000;
    const first = Number(process.env.SEED) || Math.floor(Math.random() * 1e9);
    const base = await prepare(await compile());
    const before = process.cpuUsage();
    const problems: string[] = [];
    let steps = 0;
    let runs = 0;
    for (; steps < maxSteps; runs++) {
      const outcome = await play(base, scheduleOf(first + runs), maxSteps - steps);
      steps += outcome.steps;
      if (outcome.problem) problems.push(`seed ${first + runs}: ${outcome.problem}`);
    }
    for (const problem of problems) console.error(problem.slice(0, 500));
    const { user, system } = process.cpuUsage(before);
    const aMinute = Math.round(steps / ((user + system) / 6e7));
    return [
      {
        what: `${runs} runs of ${steps} steps in all: runs that broke a rule`,
        control: `seeds from ${first}`,
        ours: String(problems.length),
        ratio: null,
        goal: '0',
        isHeld: problems.length === 0,
      },
      {
        what: 'the same: steps a minute of processor time',
        control: '–',
        ours: String(aMinute),
        ratio: null,
        goal: `≥ ${GOAL_A_MINUTE}`,
        isHeld: aMinute >= GOAL_A_MINUTE,
      },
    ];
  },
};
