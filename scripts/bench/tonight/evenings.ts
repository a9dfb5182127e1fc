import { weightAfter } from '../../../common/poll/fairness.ts';
import { decide, type Mark, type Vote } from '../../../common/poll/rule.ts';
import { createRandom, type Random } from '../recommend/random.ts';

const CANDIDATES = 8;
const GENRES = 4;

/** A group that watches together, as how much each person likes each genre, from 0 to 1. */
export interface Group {
  name: string;
  tastes: readonly (readonly number[])[];
}

/** How much each person liked what was watched, from 0 to 1: the mean of all evenings. */
export interface Satisfaction {
  mean: number;
  /** The standard deviation between the persons. */
  spread: number;
}

/** How a group chooses: the index of a candidate, from how much each person would like each candidate. */
type Chooser = (wishes: readonly (readonly number[])[], random: Random) => number;

export function spend(group: Group, evenings: number, seed: number, createChooser: () => Chooser): Satisfaction {
  const [tastesRandom, coinRandom] = [createRandom(seed), createRandom(seed + 1)];
  const choose = createChooser();
  const totals = group.tastes.map(() => 0);
  for (let evening = 0; evening < evenings; evening += 1) {
    const wishes = drawWishes(group, tastesRandom);
    const chosen = choose(wishes, coinRandom);
    for (const [person, wish] of wishes.entries()) totals[person] = (totals[person] ?? 0) + (wish[chosen] ?? 0);
  }
  const means = totals.map((total) => total / evenings);
  const mean = averageOf(means);
  return { mean, spread: Math.sqrt(averageOf(means.map((one) => (one - mean) ** 2))) };
}

/** How much each person would like each of the evening's candidates: by its genre, and by chance. */
function drawWishes({ tastes }: Group, random: Random): number[][] {
  const genres = Array.from({ length: CANDIDATES }, () => random.below(GENRES));
  return tastes.map((taste) => genres.map((genre) => 0.7 * (taste[genre] ?? 0) + 0.3 * random.next()));
}

const averageOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** Each person approves what they like more than the average candidate, and most approvals win. */
export function plainApproval(): Chooser {
  return (wishes, random) => {
    const counts = Array.from({ length: CANDIDATES }, () => random.next() / 2);
    for (const wish of wishes) {
      const average = averageOf(wish);
      for (const [index, one] of wish.entries()) if (one > average) counts[index] = (counts[index] ?? 0) + 1;
    }
    return counts.indexOf(Math.max(...counts));
  };
}

/** The rule of the app, with fairness weights that last from evening to evening. */
export function ourRule(): Chooser {
  let weights: number[] = [];
  return (wishes, random) => {
    const votes = wishes.map(
      (wish, person): Vote => ({ marks: marksOf(wish), veto: null, weight: weights[person] ?? 1 }),
    );
    const coins = wishes[0]?.map(() => random.next()) ?? [];
    const chosen = decide(Object.keys(coins), votes, (key) => coins[Number(key)] ?? 0).winner.key;
    const marks = votes.map(({ marks: given }) => given[chosen] ?? 1);
    weights = votes.map(({ weight }, person) => weightAfter(weight, marks[person] ?? 1, marks));
    return Number(chosen);
  };
}

/** A person says yes to the third they like best, and no to what they dislike. */
function marksOf(wish: readonly number[]): Record<string, Mark> {
  const ordered = [...wish].sort((a, b) => b - a);
  const yesFrom = ordered[Math.floor(CANDIDATES / 3)] ?? 1;
  const noBelow = ordered[CANDIDATES - 2] ?? 0;
  const markOf = (one: number): Mark => (one > yesFrom ? 2 : one < noBelow ? 0 : 1);
  return Object.fromEntries(wish.map((one, index) => [String(index), markOf(one)]));
}
