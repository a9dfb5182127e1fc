import type { Palette } from './colour/palettes.ts';
import { type Random, randomFrom } from './hash.ts';

/** What a motif draws with: an area from (0, 0) to (w, h) in the ground colour, a palette and repeatable random numbers. */
export interface Brush {
  w: number;
  h: number;
  /** The shorter side. */
  s: number;
  p: Palette;
  random: Random;
  range(from: number, to: number): number;
  /** A whole number, both ends included. */
  int(from: number, to: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
  chance(share: number): boolean;
}

/** Draws one picture as SVG. */
export type Motif = (brush: Brush) => string;

export function createBrush(w: number, h: number, p: Palette, seed: number): Brush {
  const random = randomFrom(seed);
  return {
    w,
    h,
    s: Math.min(w, h),
    p,
    random,
    range: (from, to) => from + random() * (to - from),
    int: (from, to) => from + Math.floor(random() * (to - from + 1)),
    pick: (list) => list[Math.floor(random() * list.length)] ?? list[0],
    chance: (share) => random() < share,
  };
}

export const times = <T>(count: number, make: (step: number) => T): T[] =>
  Array.from({ length: count }, (_, step) => make(step));

export const drawTimes = (count: number, make: (step: number) => string): string => times(count, make).join('');
