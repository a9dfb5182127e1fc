export type Random = ReturnType<typeof randomFrom>;

/** mulberry32: the same seed gives the same numbers, so that a failure can be repeated. */
export function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const upTo = (n: number) => Math.floor(next() * n);
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length)] as T;
  const chance = (part: number) => next() < part;
  const times = <T>(count: number, make: (position: number) => T): T[] =>
    Array.from({ length: count }, (_, i) => make(i));
  return { upTo, pick, chance, times };
}
