import { startApp, startSecondApp } from '../lib/app.ts';
import { atMost, type Benchmark, interleave, median } from '../lib/benchmark.ts';
import { makeWorld } from '../lib/data/world.ts';
import { runLoad } from '../lib/load.ts';
import type { RevealArgs, RevealResult } from '../loads/reveal.ts';
import { measureFanOut } from './p1.fanOut.ts';

const TABS = 200;
const PEOPLE = 100;
const VOTERS = 8;

export const p11: Benchmark = {
  id: 'P11',
  title: 'Time from the last vote to the arrival of the result in many tabs on two nodes',
  async run({ isShort, repetitions }) {
    const rounds = isShort ? 20 : 60;
    const { controls, ours } = await interleave(
      repetitions,
      () => measureFanOut(TABS, rounds),
      () => measureReveal(rounds),
    );
    const change = median(controls.map(({ lasts }) => median(lasts)));
    const result = median(ours.map(({ lasts }) => median(lasts)));
    return [
      {
        what: `from the last of ${VOTERS} ballots to the result in ${TABS} tabs on two nodes, against P1 with ${TABS} tabs, p50`,
        control: `${change.toFixed(1)} ms`,
        ours: `${result.toFixed(1)} ms`,
        ...atMost(result / change, 1.5),
      },
    ];
  },
};

async function measureReveal(rounds: number): Promise<RevealResult> {
  await using first = await startApp();
  await using second = await startSecondApp(first);
  const { people, folderId } = await makeWorld(first.databaseUri, { people: PEOPLE, items: 50 });
  const all = people.map(({ cookie }) => cookie);
  const cookies = Array.from({ length: TABS }, (_, index) => all[index % all.length] ?? '');
  const voters = all.slice(0, VOTERS);
  const args: RevealArgs = { ports: [first.port, second.port], cookies, voters, folderId, rounds };
  return await runLoad<RevealResult>('reveal', args);
}
