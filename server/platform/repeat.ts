export interface Repetition {
  /** No round begins any more. Waits for the one that runs. */
  stop(): Promise<void>;
}

/** Does the work every `ms`, one round after the other. A round that fails is followed by the next one. */
export function repeat(work: () => Promise<unknown>, ms: number, onError: (error: unknown) => void): Repetition {
  let isStopped = false;
  let rounds: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    rounds = rounds.then(() => (isStopped ? undefined : work())).catch(onError);
  }, ms).unref();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await rounds;
    },
  };
}
