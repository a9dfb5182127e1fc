/** Why a request failed, as a word for logs and metrics, and whether a retry may help. */
export class Failure extends Error {
  readonly reason: string;
  readonly mayRetry: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(reason: string, mayRetry: boolean, retryAfterMs?: number) {
    super(reason);
    this.reason = reason;
    this.mayRetry = mayRetry;
    this.retryAfterMs = retryAfterMs;
  }
}
