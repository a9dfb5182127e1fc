import { startApp } from '../lib/app.ts';
import { atLeast, type Benchmark, interleave, median } from '../lib/benchmark.ts';
import { makeWorld } from '../lib/data/world.ts';
import { runLoad } from '../lib/load.ts';
import { type Program, startControl } from '../lib/program.ts';
import type { ReadsArgs, ReadsResult } from '../loads/reads.ts';

interface Measured {
  perSecond: number;
  /** CPU time of the serving process, without the database. */
  cpuMicroseconds: number;
}

export const p3: Benchmark = {
  id: 'P3',
  title: 'Throughput of reading the 50 items of a list',
  async run({ isShort, repetitions }) {
    const seconds = isShort ? 2 : 5;
    await using app = await startApp();
    const { people, folderId } = await makeWorld(app.databaseUri, { people: 2, items: 50 });
    const request = {
      path: `/api/folders/${folderId}/items`,
      cookie: people[1]?.cookie ?? '',
      connections: 50,
      seconds,
    };
    const { controls, ours } = await interleave(
      repetitions,
      async () => {
        await using control = await startControl('items', { DATABASE_URI: app.databaseUri });
        return await measure(control, { ...request, isConditional: false });
      },
      async () => ({
        whole: await measure(app, { ...request, isConditional: false }),
        unchanged: await measure(app, { ...request, isConditional: true }),
      }),
    );
    const control = middle(controls);
    const whole = middle(ours.map((run) => run.whole));
    const unchanged = middle(ours.map((run) => run.unchanged));
    return [
      {
        what: 'GET of 50 items with checks of session and permission, 50 connections',
        control: show(control),
        ours: show(whole),
        ...atLeast(whole.perSecond / control.perSecond, 2.5),
      },
      {
        what: '304 for an unchanged list, against the same control',
        control: show(control),
        ours: show(unchanged),
        ...atLeast(unchanged.perSecond / control.perSecond, 3.5),
      },
    ];
  },
};

async function measure(program: Program, args: Omit<ReadsArgs, 'port'>): Promise<Measured> {
  const before = program.cpuSeconds();
  const { perSecond } = await runLoad<ReadsResult>('reads', { ...args, port: program.port });
  // The load first warms up for 0.7 s at the same rate.
  const requests = perSecond * (args.seconds + 0.7);
  return { perSecond, cpuMicroseconds: ((program.cpuSeconds() - before) / requests) * 1e6 };
}

function middle(runs: Measured[]): Measured {
  return {
    perSecond: median(runs.map((run) => run.perSecond)),
    cpuMicroseconds: median(runs.map((run) => run.cpuMicroseconds)),
  };
}

function show({ perSecond, cpuMicroseconds }: Measured): string {
  return `${perSecond.toFixed(0)}/s, ${cpuMicroseconds.toFixed(0)} µs CPU`;
}
