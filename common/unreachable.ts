/** For the default of each switch over a union: a member without a case does not compile. */
export function unreachable(value: never): never {
  const { type, kind } = Object(value) as { type?: unknown; kind?: unknown };
  throw new Error(`No case for ${type ?? kind ?? value}`);
}
