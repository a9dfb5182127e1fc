import { atLeast, atMost, type Benchmark, type Finding } from './lib/benchmark.ts';
import { type Group, ourRule, plainApproval, type Satisfaction, spend } from './tonight/evenings.ts';

const EVENINGS = 10_000;
const SEED = 20_261_122;

/** Groups in which a majority could always decide. */
const groups: Group[] = [
  {
    name: 'three alike and one other',
    tastes: [
      [0.9, 0.6, 0.3, 0.2],
      [0.9, 0.5, 0.4, 0.2],
      [0.8, 0.6, 0.3, 0.3],
      [0.2, 0.4, 0.6, 0.9],
    ],
  },
  {
    name: 'three against two',
    tastes: [
      [0.9, 0.5, 0.3, 0.2],
      [0.9, 0.6, 0.2, 0.3],
      [0.8, 0.5, 0.3, 0.2],
      [0.2, 0.4, 0.9, 0.6],
      [0.3, 0.4, 0.8, 0.7],
    ],
  },
  {
    name: 'two couples and a child',
    tastes: [
      [0.8, 0.7, 0.3, 0.4],
      [0.8, 0.6, 0.4, 0.4],
      [0.7, 0.8, 0.3, 0.3],
      [0.7, 0.7, 0.4, 0.3],
      [0.1, 0.3, 0.5, 0.9],
    ],
  },
];

/** Whether the same people are served by turns: many evenings of one group, against plain approval voting. */
export const tonight: Benchmark = {
  id: 'TONIGHT',
  title: 'Fairness of the votes of one group over many evenings',
  isOfEmbeddedOnly: true,
  async run({ isShort }) {
    const evenings = isShort ? EVENINGS / 10 : EVENINGS;
    return groups.flatMap((group) => compare(group, evenings));
  },
};

function compare(group: Group, evenings: number): Finding[] {
  const control = spend(group, evenings, SEED, plainApproval);
  const ours = spend(group, evenings, SEED, ourRule);
  const line = (what: string, of: (one: Satisfaction) => number) => ({
    what: `${what}, ${group.name}`,
    control: of(control).toFixed(3),
    ours: of(ours).toFixed(3),
  });
  return [
    { ...line('spread of satisfaction', ({ spread }) => spread), ...atMost(ours.spread / control.spread, 0.6) },
    { ...line('mean satisfaction', ({ mean }) => mean), ...atLeast(ours.mean / control.mean, 0.95) },
  ];
}
