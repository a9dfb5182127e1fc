import { startApp } from '../lib/app.ts';
import { atMost, type Benchmark, interleave, median, percentile } from '../lib/benchmark.ts';
import { makeWorld } from '../lib/data/world.ts';
import { runLoad } from '../lib/load.ts';
import { startControl } from '../lib/program.ts';
import type { FanOutArgs, FanOutResult } from '../loads/fanOut.ts';

const PEOPLE = 100;

export const p1: Benchmark = {
  id: 'P1',
  title: 'Time from a change to its arrival in the last of many tabs',
  async run({ isShort, repetitions }) {
    const tabs = isShort ? 300 : 1000;
    const rounds = isShort ? 60 : 200;
    const { message } = await measureFanOut(1, 1);
    const { controls, ours } = await interleave(
      repetitions,
      () => measureControl(tabs, rounds, message),
      () => measureFanOut(tabs, rounds),
    );
    const at = (percent: number) => {
      const fanOut = median(controls.map((run) => percentile(run.lasts, percent)));
      const answer = median(ours.map((run) => percentile(run.answers, percent)));
      const last = median(ours.map((run) => percentile(run.lasts, percent)));
      return {
        control: `${fanOut.toFixed(1)} + answer ${answer.toFixed(1)} ms`,
        ours: `${last.toFixed(1)} ms`,
        ratio: last / (fanOut + answer),
      };
    };
    const [p50, p99] = [at(50), at(99)];
    return [
      { what: `from a PATCH to its arrival in the last of ${tabs} tabs, p50`, ...p50, ...atMost(p50.ratio, 1.5) },
      { what: `the same, p99 of ${rounds} rounds`, ...p99, ...atMost(p99.ratio, 2) },
    ];
  },
};

async function measureControl(tabs: number, rounds: number, message: string): Promise<FanOutResult> {
  await using control = await startControl('fanOut', { MESSAGE: message });
  const args: FanOutArgs = { port: control.port, cookies: Array(tabs).fill(''), itemId: 'any', rounds };
  return await runLoad<FanOutResult>('fanOut', args);
}

/** Measures the app with this many tabs, as P11 does for comparison. */
export async function measureFanOut(tabs: number, rounds: number): Promise<FanOutResult> {
  await using app = await startApp();
  const { people, itemIds } = await makeWorld(app.databaseUri, { people: Math.min(PEOPLE, tabs), items: 50 });
  const cookies = Array.from({ length: tabs }, (_, index) => people[index % people.length]?.cookie ?? '');
  const args: FanOutArgs = { port: app.port, cookies, itemId: itemIds[0] ?? '', rounds };
  return await runLoad<FanOutResult>('fanOut', args);
}
