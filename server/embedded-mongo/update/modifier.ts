import type { Value } from '../document.ts';

/** Returns the new value for the old one; returning the old value changes nothing. */
export type Change = (value: Value | undefined) => Value | undefined;

export interface Modifier {
  /** Whether a missing path is created. */
  readonly creates: boolean;
  /** Whether a scalar on the path is not an error: `$unset` then has nothing to remove. */
  readonly ignoresScalars?: true;
  readonly change: Change;
  /** Whether only elements are added after the end of an array of this length. */
  readonly appends?: (length: number) => boolean;
}

/** Compiles the modifier of one `field: argument` pair. Throws when the argument is invalid. */
export type CompileModifier = (argument: Value) => Modifier;
