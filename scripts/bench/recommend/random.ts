import { createRandom as createPlainRandom } from '../../../server/testing/convergence/random.ts';

/** The random numbers of the tests, with distributions. */
export function createRandom(seed: number) {
  const { next, below } = createPlainRandom(seed);
  return {
    next,
    below,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    pick: <T>(from: readonly T[]): T => from[below(from.length)] as T,
    /** A weighted sample without repeats. */
    sample<T>(from: readonly T[], count: number, weightOf: (one: T) => number): T[] {
      return from
        .map((one) => ({ one, order: -Math.log(1 - next()) / Math.max(1e-12, weightOf(one)) }))
        .sort((a, b) => a.order - b.order)
        .slice(0, count)
        .map(({ one }) => one);
    },
  };
}

export type Random = ReturnType<typeof createRandom>;
