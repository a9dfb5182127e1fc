/** Which transaction holds which key. Only transactions hold locks; everybody else asks. */
export class Locks {
  private readonly holders = new Map<string, object>();

  isHeld(key: Buffer): boolean {
    return this.holders.size > 0 && this.holders.has(key.toString('latin1'));
  }

  /** First writer wins: false when another one holds the key. */
  take(key: string, holder: object): boolean {
    const current = this.holders.get(key);
    if (current === undefined) this.holders.set(key, holder);
    return current === undefined || current === holder;
  }

  releaseAll(keys: Iterable<string>): void {
    for (const key of keys) this.holders.delete(key);
  }
}
