/** Runs `work` while holding the lock file, waiting for whoever has it; a lock whose holder died is taken over. */
export function withLock<T>(file: string, work: () => Promise<T>): Promise<T>;
