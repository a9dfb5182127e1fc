import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { upstreamAway } from '../../../../platform/http/errors.ts';
import { upstreamFailures, upstreamRequests, upstreamRetries } from '../../../../platform/http/metrics.ts';
import { log } from '../../../../platform/log.ts';
import { attempt, Failure } from './attempt.ts';

export interface Timing {
  /** Time limit of one request, including its body. */
  attemptMs: number;
  /** Time limit of everything: the queue, all attempts, and the pauses between them. */
  overallMs: number;
  /** Longest first pause; each later pause may be twice as long. */
  pauseMs: number;
  /** An outage is over after this time without failures. */
  calmMs: number;
  /** For how long nothing is asked of a service that answers nothing. */
  restMs: number;
}

interface UpstreamOptions {
  service: 'tmdb' | 'omdb';
  baseUrl: URL;
  headers?: Record<string, string>;
  /** Sent with every request. Never logged, because they contain keys. */
  params?: Record<string, string>;
  timing?: Partial<Timing>;
}

type Params = Record<string, string | number | undefined>;

interface UpstreamRequest<T> {
  params?: Params;
  /** The start of the time limit by performance.now(), if this is one of several requests. */
  since?: number;
  /** Parses the answer; throws if its shape is invalid. */
  read: (answer: unknown) => T;
}

export interface Upstream {
  /**
   * Returns the result of `read`, or null for a 404. Throws an `upstream` error at the latest `overallMs` after `since`.
   * An outage is logged once.
   */
  get<T>(kind: string, path: string, request: UpstreamRequest<T>): Promise<T | null>;
  close(): void;
}

const defaultTiming: Timing = { attemptMs: 3000, overallMs: 7000, pauseMs: 250, calmMs: 10_000, restMs: 5000 };
const MAX_ATTEMPTS = 3;
const MAX_CONCURRENT = 24;
/** A service that answered none of so many requests is left alone: who asks for hundreds of titles would wait for minutes. */
const MAX_UNANSWERED = 5;
/** Upper limit for the Retry-After header. */
const MAX_BACKOFF_MS = 60_000;

const unavailableMessages = {
  tmdb: undefined,
  omdb: 'The critics’ ratings did not answer. Please try again in a moment.',
};
const UNREADABLE = 'The movie database sent an answer that cannot be read. Please try again in a moment.';

/** Sends requests to a service with limits on time and concurrency, retries, and respect for Retry-After. */
export function createUpstream(options: UpstreamOptions): Upstream {
  return new HttpUpstream(options);
}

class HttpUpstream implements Upstream {
  private readonly options: UpstreamOptions;
  private readonly timing: Timing;
  private readonly limit = pLimit(MAX_CONCURRENT);
  private readonly closing = new AbortController();
  private readonly outage: Outage;
  /** No request is sent before this time, by performance.now(). */
  private backoffUntil = 0;
  /** Requests in a row without an answer, and until when none is sent because of that. */
  private unanswered = 0;
  private restingUntil = 0;

  constructor(options: UpstreamOptions) {
    this.options = options;
    this.timing = { ...defaultTiming, ...options.timing };
    this.outage = createOutage(options.service, this.timing.calmMs);
    // Every running request adds a listener.
    setMaxListeners(0, this.closing.signal);
  }

  async get<T>(kind: string, path: string, request: UpstreamRequest<T>): Promise<T | null> {
    const { params = {}, since = performance.now(), read } = request;
    const deadline = since + this.timing.overallMs;
    const overall = new AbortController();
    const timer = setTimeout(() => overall.abort(), deadline - performance.now());
    const abort = () => overall.abort();
    this.closing.signal.addEventListener('abort', abort, { once: true });
    try {
      if (this.closing.signal.aborted) throw new Failure('closed', false);
      if (performance.now() < this.restingUntil) throw new Failure('resting', false);
      // The queue does not listen to the signal, so the time limit needs a race.
      const answer = await Promise.race([
        this.sendWithRetries(kind, this.urlOf(path, params), overall.signal, deadline),
        rejectOnAbort(overall.signal),
      ]);
      const value = answer === null ? null : this.readAs(kind, answer, read);
      this.unanswered = 0;
      this.outage.answered();
      return value;
    } catch (error) {
      const reason = error instanceof Failure ? error.reason : String(error);
      if (!this.closing.signal.aborted) this.outage.failed({ kind, path, reason });
      if (reason === 'timeout' || reason === 'connection') this.rest();
      throw upstreamAway(reason === 'invalid' ? UNREADABLE : unavailableMessages[this.options.service]);
    } finally {
      clearTimeout(timer);
      overall.abort();
      this.closing.signal.removeEventListener('abort', abort);
    }
  }

  close(): void {
    this.closing.abort();
  }

  private rest(): void {
    this.unanswered += 1;
    if (this.unanswered >= MAX_UNANSWERED) this.restingUntil = performance.now() + this.timing.restMs;
  }

  private urlOf(path: string, params: Params): URL {
    const { baseUrl, params: fixed = {} } = this.options;
    const url = new URL(`${baseUrl.pathname.replace(/\/$/, '')}${path}`, baseUrl);
    for (const [name, value] of Object.entries({ ...fixed, ...params })) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    return url;
  }

  private async sendWithRetries(kind: string, url: URL, overall: AbortSignal, deadline: number): Promise<unknown> {
    const { service } = this.options;
    for (let count = 1; ; count++) {
      try {
        return await this.limit(() => this.send(kind, url, overall, deadline, count));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        upstreamFailures.inc({ service, kind, reason: error.reason });
        if (error.retryAfterMs !== undefined) {
          const until = performance.now() + Math.min(error.retryAfterMs, MAX_BACKOFF_MS);
          this.backoffUntil = Math.max(this.backoffUntil, until);
        }
        const pause = Math.random() * this.timing.pauseMs * 2 ** (count - 1);
        if (!error.mayRetry || count === MAX_ATTEMPTS || performance.now() + pause >= deadline) throw error;
        await delay(pause, undefined, { signal: overall });
      }
    }
  }

  private async send(kind: string, url: URL, overall: AbortSignal, deadline: number, count: number): Promise<unknown> {
    const { service, headers = {} } = this.options;
    if (overall.aborted || performance.now() >= deadline) throw new Failure('timeout', false);
    // Checked after waiting in the queue, because another request may have received Retry-After in the meantime.
    await this.waitForBackoff(overall, deadline);
    upstreamRequests.inc({ service, kind });
    if (count > 1) upstreamRetries.inc({ service, kind });
    return attempt(url, headers, this.timing.attemptMs, overall);
  }

  private async waitForBackoff(overall: AbortSignal, deadline: number): Promise<void> {
    const remaining = () => this.backoffUntil - performance.now();
    for (let left = remaining(); left > 0; left = remaining()) {
      if (this.backoffUntil >= deadline) throw new Failure('resting', false);
      await delay(left, undefined, { signal: overall });
    }
  }

  private readAs<T>(kind: string, answer: unknown, read: (answer: unknown) => T): T {
    try {
      return read(answer);
    } catch {
      upstreamFailures.inc({ service: this.options.service, kind, reason: 'invalid' });
      throw new Failure('invalid', false);
    }
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Failure('timeout', false)), { once: true });
  });
  // The signal is also aborted after the request, when the promise no longer has a handler.
  aborted.catch(() => undefined);
  return aborted;
}

/** Logs one line when a service stops answering and one when it answers again. */
interface Outage {
  failed(request: { kind: string; path: string; reason: string }): void;
  answered(): void;
}

/**
 * @param calmMs the time without failures after which the outage is over, so that an unreliable service writes two lines
 *   only
 */
function createOutage(service: string, calmMs: number): Outage {
  let current: { since: number; failures: number; lastAt: number; backAt: number | null } | null = null;

  return {
    failed(request) {
      const now = performance.now();
      if (!current) {
        log.warn({ service, ...request }, 'title service is unavailable');
        current = { since: now, failures: 0, lastAt: now, backAt: null };
      }
      current.failures += 1;
      current.lastAt = now;
      current.backAt = null;
    },

    answered() {
      if (!current) return;
      const now = performance.now();
      current.backAt ??= now;
      if (now - current.lastAt < calmMs) return;
      const seconds = Math.round((current.backAt - current.since) / 1000);
      log.info({ service, seconds, failures: current.failures }, 'title service is available again');
      current = null;
    },
  };
}
