/** For the default of a switch over a union: a type without a case does not compile. */
export function unreachable(value: never): never {
  throw new Error(`No case for the type ${(value as { type?: unknown }).type}`);
}
