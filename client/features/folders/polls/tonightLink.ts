/** The history state of links to a vote. */
interface TonightState {
  /** The link says 'Join', so that its screen needs no other press. */
  joins: true;
}

export const joining: TonightState = { joins: true };

export function wantsToJoin(state: unknown): boolean {
  return (state as Partial<TonightState> | null)?.joins === true;
}
