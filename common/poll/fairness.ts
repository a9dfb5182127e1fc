import type { Mark } from './rule.ts';

/** Found by the benchmark TONIGHT: with less, a minority of one waits longer than the goal allows. */
const MOST = 8;

/**
 * A person's weight at the next poll, from the marks that all voters gave the winner. It doubles while winners suit the
 * person less than average, and is 1 again after one that suits.
 */
export function weightAfter(weight: number, own: Mark, all: readonly Mark[]): number {
  const average = all.reduce<number>((sum, mark) => sum + mark, 0) / all.length;
  return own < average ? Math.min(MOST, weight * 2) : 1;
}
