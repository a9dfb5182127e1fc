import { startApp, startSecondApp } from '../../lib/app.ts';
import { atMost, type Benchmark, median } from '../../lib/benchmark.ts';
import { makeWorld } from '../../lib/data/world.ts';
import { runLoad } from '../../lib/load.ts';
import type { EditsArgs, EditsResult } from '../../loads/edits.ts';
import type { TwoNodesArgs, TwoNodesResult } from '../../loads/twoNodes.ts';

export const r3: Benchmark = {
  id: 'R3',
  title: 'Delivery of changes from one node to tabs on another',
  async run({ isShort, repetitions }) {
    const args: TwoNodesArgs = isShort ? { tabsEach: 150, rounds: 60 } : { tabsEach: 500, rounds: 200 };
    const runs: TwoNodesResult[] = [];
    for (let round = 0; round < repetitions; round++) runs.push(await runLoad<TwoNodesResult>('twoNodes', args));
    const of = (pick: (run: TwoNodesResult) => number) => median(runs.map(pick));
    const [local, event, cross] = [of((run) => run.local), of((run) => run.event), of((run) => run.cross)];
    const lost = runs.reduce((sum, run) => sum + run.lost, 0);
    const people = isShort ? 60 : 200;
    const edits = await editThroughBoth(people);
    const wrong = [edits.lost, edits.repeated, edits.gaps];
    return [
      {
        what: `from a PATCH on one node to the last of ${args.tabsEach} tabs on the other, p50`,
        control: `${local.toFixed(1)} local + event ${event.toFixed(1)} ms`,
        ours: `${cross.toFixed(1)} ms`,
        ...atMost(cross / (local + event), 1.5),
      },
      {
        what: `changes lost by ${args.tabsEach * 2} tabs, one node killed during ${args.rounds} edits`,
        control: '–',
        ours: String(lost),
        ratio: null,
        goal: '0',
        isHeld: lost === 0,
      },
      {
        what: `${people} people × ${EDITS_EACH} edits through both nodes: lost, repeated, gaps; different final states`,
        control: '–',
        ours: `${wrong.join(', ')}; ${edits.states} (${edits.perSecond.toFixed(0)}/s)`,
        ratio: null,
        goal: '0, 0, 0; 1',
        isHeld: wrong.every((count) => count === 0) && edits.states === 1,
      },
    ];
  },
};

const EDITS_EACH = 10;

/** Many people edit one list. Each person has a tab on one node and sends the edits to the other. */
async function editThroughBoth(people: number): Promise<EditsResult> {
  await using first = await startApp();
  await using second = await startSecondApp(first);
  const { people: members, itemIds, folderId } = await makeWorld(first.databaseUri, { people, items: people });
  const cookies = members.map(({ cookie }) => cookie);
  const ports = [first.port, second.port];
  return await runLoad<EditsResult>('edits', {
    ports,
    cookies,
    itemIds,
    editsEach: EDITS_EACH,
    folderId,
  } satisfies EditsArgs);
}
