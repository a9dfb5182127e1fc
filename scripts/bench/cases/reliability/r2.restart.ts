import { atMost, type Benchmark, interleave, median } from '../../lib/benchmark.ts';
import { runLoad } from '../../lib/load.ts';
import type { RestartArgs, RestartResult } from '../../loads/restart.ts';

const MISSED = 20;

export const r2: Benchmark = {
  id: 'R2',
  title: 'Time until many tabs are connected again after a restart',
  async run({ isShort, repetitions }) {
    const tabs = isShort ? 300 : 1000;
    const load = (isControl: boolean, missed: number) =>
      runLoad<RestartResult>('restart', { tabs, isControl, missed } satisfies RestartArgs);
    const { controls, ours } = await interleave(
      repetitions,
      () => load(true, 0),
      async () => ({ idle: await load(false, 0), behind: await load(false, MISSED) }),
    );
    const seconds = (runs: RestartResult[]) => median(runs.map((run) => run.seconds));
    const control = seconds(controls);
    const compare = (what: string, runs: RestartResult[]) => ({
      what,
      control: `${control.toFixed(1)} s`,
      ours: `${seconds(runs).toFixed(1)} s`,
      ...atMost(seconds(runs) / control, 1.3),
    });
    const idle = ours.map((run) => run.idle);
    const behind = ours.map((run) => run.behind);
    const fetches = Math.max(...idle.map((run) => run.fetches));
    const perTab = Math.max(...behind.map((run) => run.fetches)) / tabs;
    const lag = median([...idle, ...behind].map((run) => run.lagMilliseconds));
    return [
      compare(`${tabs} tabs, app killed and 1 s down: until all tabs are connected`, idle),
      compare(`the same with ${MISSED} missed changes: until all tabs have them`, behind),
      {
        what: 'fetches in total if no change was missed; fetches for each tab otherwise',
        control: '–',
        ours: `${fetches}; ${perTab.toFixed(2)}`,
        ratio: null,
        goal: '0; ≤ 1',
        isHeld: fetches === 0 && perTab <= 1,
      },
      {
        what: 'longest event-loop lag during this time, start included',
        control: '–',
        ours: `${lag.toFixed(0)} ms`,
        ratio: null,
        goal: '≤ 150 ms',
        isHeld: lag <= 150,
      },
    ];
  },
};
