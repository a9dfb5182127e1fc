/**
 * Runs loads by name so that the latest request wins. An outdated answer is ignored. Requests during a running
 * load become one more load after it.
 */
export function createLatest() {
  const running = new Map<string, { wantsAgain: boolean; done: Promise<void> }>();

  return function run(name: string, load: (isLatest: () => boolean) => Promise<void>): Promise<void> {
    const current = running.get(name);
    if (current) {
      current.wantsAgain = true;
      return current.done;
    }
    const entry = { wantsAgain: false, done: Promise.resolve() };
    running.set(name, entry);
    const repeat = async () => {
      do {
        entry.wantsAgain = false;
        await load(() => !entry.wantsAgain && running.get(name) === entry);
      } while (entry.wantsAgain);
      running.delete(name);
    };
    entry.done = repeat();
    return entry.done;
  };
}
