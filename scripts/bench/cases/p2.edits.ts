import { startApp } from '../lib/app.ts';
import { atLeast, type Benchmark, type Finding, interleave, median } from '../lib/benchmark.ts';
import { sampleItems } from '../lib/data/sampleItems.ts';
import { makeWorld } from '../lib/data/world.ts';
import { runLoad } from '../lib/load.ts';
import { type Program, startControl } from '../lib/program.ts';
import type { EditsArgs, EditsResult } from '../loads/edits.ts';

export const p2: Benchmark = {
  id: 'P2',
  title: 'Throughput while many people edit one list at the same time',
  async run({ isShort, repetitions }) {
    const people = isShort ? 100 : 200;
    const editsEach = 10;
    const { controls, ours } = await interleave(
      repetitions,
      async () => ({
        single: await measureControl(people, editsEach, 0),
        coalesced: await measureControl(people, editsEach, 16),
      }),
      () => measureOurs(people, editsEach),
    );
    const rate = (runs: Measured[]) => median(runs.map((run) => run.perSecond));
    const show = (runs: Measured[]) =>
      `${rate(runs).toFixed(0)}/s, ${median(runs.map((run) => run.cpuMilliseconds)).toFixed(1)} ms CPU`;
    const single = controls.map((run) => run.single);
    const coalesced = controls.map((run) => run.coalesced);
    const compare = (what: string, control: Measured[], goal: number): Finding => ({
      what,
      control: show(control),
      ours: show(ours),
      ...atLeast(rate(ours) / rate(control), goal),
    });
    const sum = (pick: (run: Measured) => number) => ours.reduce((total, run) => total + pick(run), 0);
    const wrong = { lost: sum((run) => run.lost), repeated: sum((run) => run.repeated), gaps: sum((run) => run.gaps) };
    const states = Math.max(...ours.map((run) => run.states));
    return [
      compare(`${people} people × ${editsEach} edits, against a control in memory that emits each edit`, single, 2),
      compare('the same, against a control in memory that collects edits for 16 ms', coalesced, 0.8),
      {
        what: `changes lost, repeated, gaps; different final states of ${people} tabs and the database`,
        control: '–',
        ours: `${wrong.lost}, ${wrong.repeated}, ${wrong.gaps}; ${states}`,
        ratio: null,
        goal: '0, 0, 0; 1',
        isHeld: wrong.lost + wrong.repeated + wrong.gaps === 0 && states === 1,
      },
    ];
  },
};

/** With the CPU time of the serving process for each edit, without the database. */
interface Measured extends EditsResult {
  cpuMilliseconds: number;
}

async function measure(program: Program, args: Omit<EditsArgs, 'ports'>): Promise<Measured> {
  const before = program.cpuSeconds();
  const result = await runLoad<EditsResult>('edits', { ...args, ports: [program.port] });
  const edits = args.cookies.length * args.editsEach;
  return { ...result, cpuMilliseconds: ((program.cpuSeconds() - before) / edits) * 1000 };
}

async function measureControl(people: number, editsEach: number, coalesceMs: number): Promise<Measured> {
  await using control = await startControl('edits', { COALESCE_MS: String(coalesceMs), ITEMS: String(people) });
  const itemIds = sampleItems(people).map((item) => item.id);
  return await measure(control, { cookies: Array(people).fill(''), itemIds, editsEach, folderId: null });
}

async function measureOurs(people: number, editsEach: number): Promise<Measured> {
  await using app = await startApp();
  const world = await makeWorld(app.databaseUri, { people, items: people });
  const cookies = world.people.map((person) => person.cookie);
  return await measure(app, { cookies, itemIds: world.itemIds, editsEach, folderId: world.folderId });
}
