/**
 * Runs loads by name so that the last asked for wins: an answer that a newer request has overtaken is not used, and while one
 * is under way any number of further wishes become one more load after it.
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
