export interface Random {
  /** A number from 0 to 1, without 1. */
  next(): number;
  below(limit: number): number;
  chance(share: number): boolean;
  pick<T>(values: readonly T[]): T | undefined;
}

/** Gives the same numbers for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { next, below, chance: (share) => next() < share, pick: (values) => values[below(values.length)] };
}
