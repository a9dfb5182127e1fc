/**
 * Loads again until no event has arrived during a load, because its answer may be older than the event. `countEvents`
 * gives a number that each event raises.
 */
export async function loadNewest<Value>(load: () => Promise<Value>, countEvents: () => number): Promise<Value> {
  for (;;) {
    const before = countEvents();
    const loaded = await load();
    if (countEvents() === before) return loaded;
  }
}
