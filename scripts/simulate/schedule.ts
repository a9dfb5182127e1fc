import type { PendingOp } from '../../common/replica/replica.ts';
import { createRandom, type Random } from '../../server/testing/convergence/random.ts';

/** What people do in their tabs, with weights. A write that a tab shows at once and that is not here does not compile. */
const ACTS = {
  add: 30,
  remove: 12,
  removeSeveral: 3,
  watch: 18,
  note: 6,
  move: 10,
  rename: 4,
  undo: 5,
  invite: 7,
  answer: 10,
  setRights: 3,
  revoke: 4,
  leave: 2,
  create: 4,
  delete: 2,
  restore: 2,
  load: 10,
  changeName: 3,
  look: 8,
  openPoll: 5,
  joinPoll: 6,
  startPoll: 5,
  vote: 14,
  reveal: 3,
  closePoll: 2,
} as const satisfies Record<PendingOp['kind'], number> & Record<string, number>;

/** What goes wrong, with how often it does among a thousand acts when it is part of a run. */
const FAULTS = {
  cutTab: 10,
  silenceTab: 4,
  slowTab: 4,
  sleepTab: 4,
  leaveNetwork: 5,
  travel: 1,
  repeatWrites: 4,
  reloadTab: 4,
  crashTab: 2,
  closeTab: 3,
  oldTab: 2,
  killNode: 3,
  cutDatabase: 3,
  silenceDatabase: 2,
  slowDatabase: 3,
  killDatabase: 2,
  refuseReads: 3,
  loseStream: 4,
  lagStreams: 4,
  pause: 1,
  backUp: 2,
  restore: 1,
} as const;

export type ActKind = keyof typeof ACTS;
export type FaultKind = keyof typeof FAULTS;

/** Something that happens at a time. The numbers choose what it is about, among what there is then. */
export interface Happening {
  at: number;
  /** At a calm, all faults end, and what is then different is an error. */
  kind: ActKind | FaultKind | 'calm';
  numbers: readonly number[];
}

/** These may wait for the next change of a list: its delivery and its answer are where they do most harm. */
const AFTER_A_CHANGE: readonly FaultKind[] = [
  ...(['killNode', 'cutDatabase', 'silenceDatabase', 'killDatabase', 'loseStream'] as const),
  ...(['refuseReads', 'refuseReads', 'refuseReads'] as const),
];

/** Whether a fault waits for the next change of a list. Half of those that can do so. */
export const isAfterAChange = ({ kind, numbers }: Happening): boolean =>
  (AFTER_A_CHANGE as readonly string[]).includes(kind) && (numbers[3] ?? 0) % 2 === 0;

export const isFault = (kind: Happening['kind']): kind is FaultKind => kind in FAULTS;

export interface Schedule {
  seed: number;
  /** Milliseconds until the faults stop. */
  lasts: number;
  /** How far the clocks of the nodes and tabs are off, in order. */
  skews: readonly number[];
  events: readonly Happening[];
}

/** The schedule of a seed: some rounds, each with a calm at its end. */
export function scheduleOf(seed: number, rounds = 6): Schedule {
  const random = createRandom(seed);
  const events: Happening[] = [];
  let lasts = 0;
  for (let round = 1; round <= rounds; round++) {
    const began = lasts;
    lasts += 2000 + random.below(6000);
    events.push(...roundOf(random, began, lasts));
    if (round < rounds) events.push({ at: lasts, kind: 'calm', numbers: [] });
  }
  const isSkewed = random.chance(0.3);
  const skews = Array.from({ length: 12 }, () => (isSkewed ? random.below(240_000) - 120_000 : 0));
  return { seed, lasts, skews, events };
}

/** Faults that fall together with the last acts show what only a later change would repair. */
const LATE_MS = 1500;
const LAST_MS = 700;

/** A swarm: each round has its own acts, faults and rates. In some, most acts are about one list. */
function roundOf(random: Random, from: number, until: number): Happening[] {
  const acts = swarm(random, ACTS, 0.8);
  const faults = swarm(random, FAULTS, 0.4);
  const pause = 25 + random.below(100);
  const share = (total(faults) * (random.pick([0.7, 1.5, 3, 6]) ?? 1)) / 1000;
  const busyList = random.below(1e6);
  const busyShare = random.pick([0, 0, 0.6, 0.95]) ?? 0;
  const events: Happening[] = [];
  for (let at = from; at < until; at += random.next() * 2 * pause) {
    const isBad = faults.length > 0 && random.chance(at > until - LATE_MS ? 3 * share : share);
    const kind = pickWeighted(random, isBad ? faults : acts) as Happening['kind'];
    const numbers = Array.from({ length: 4 }, () => random.below(1e6));
    if (!isBad && random.chance(busyShare)) numbers[1] = busyList;
    events.push({ at: Math.floor(at), kind, numbers });
  }
  // One falls upon the delivery of one of the last changes.
  const numbers = [...Array.from({ length: 3 }, () => random.below(1e6)), 2 * random.below(5e5)];
  events.push({ at: until - LAST_MS, kind: random.pick(AFTER_A_CHANGE) ?? 'refuseReads', numbers });
  return events;
}

type Weights = [kind: string, weight: number][];

/** Each kind takes part with this chance, with a weight of its own. */
function swarm(random: Random, weights: Record<string, number>, chance: number): Weights {
  return Object.entries(weights)
    .filter(() => random.chance(chance))
    .map(([kind, weight]) => [kind, weight * (0.2 + random.next() * 3)]);
}

const total = (weights: Weights) => weights.reduce((sum, [, weight]) => sum + weight, 0);

function pickWeighted(random: Random, weights: Weights): string {
  let rest = random.next() * total(weights);
  for (const [kind, weight] of weights) {
    rest -= weight;
    if (rest < 0) return kind;
  }
  return weights[0]?.[0] ?? 'add';
}
