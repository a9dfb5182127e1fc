/** A random number generator that gives the same numbers for the same seed (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    below: (count: number) => Math.floor(next() * count),
    pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T,
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
