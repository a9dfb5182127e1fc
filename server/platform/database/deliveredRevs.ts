const MAX_FOLDERS = 10_000;

/** Up to which rev this node has delivered each folder's changes, and who waits for that. */
export class DeliveredRevs {
  readonly #revs = new Map<string, number>();
  /** By folder: what to call after each delivery. */
  readonly #waiting = new Map<string, Set<() => void>>();

  record(folderId: string, rev: number): void {
    this.#revs.delete(folderId);
    this.#revs.set(folderId, rev);
    for (const oldest of this.#revs.keys()) {
      if (this.#revs.size <= MAX_FOLDERS) break;
      this.#revs.delete(oldest);
    }
    for (const check of this.#waiting.get(folderId) ?? []) check();
  }

  /** Resolves when the folder's changes up to `rev` are delivered, or after `timeoutMs`. */
  wait(folderId: string, rev: number, timeoutMs: number): Promise<void> {
    const isDelivered = () => (this.#revs.get(folderId) ?? -1) >= rev;
    if (isDelivered()) return Promise.resolve();
    return new Promise((resolve) => {
      const checks = this.#waiting.get(folderId) ?? new Set();
      this.#waiting.set(folderId, checks);
      const finish = () => {
        clearTimeout(timer);
        checks.delete(check);
        if (checks.size === 0) this.#waiting.delete(folderId);
        resolve();
      };
      const check = () => {
        if (isDelivered()) finish();
      };
      const timer = setTimeout(finish, timeoutMs);
      checks.add(check);
    });
  }
}
