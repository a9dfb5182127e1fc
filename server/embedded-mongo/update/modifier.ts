import type { Value } from '../bson/document.ts';

/** The new value for the old one; the same value changes nothing. */
export type Change = (value: Value | undefined) => Value | undefined;

export interface Modifier {
  /** Whether a path that is not there is made. */
  readonly creates: boolean;
  /** Whether a scalar in the way is no error: for `$unset`, which finds nothing to take away. */
  readonly ignoresBarriers?: true;
  readonly change: Change;
}

/** Makes the modifier of one `field: argument` pair; what is wrong with the argument is thrown here. */
export type CompileModifier = (argument: Value) => Modifier;
