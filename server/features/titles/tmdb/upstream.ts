import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { BodyGivenUp, readBody } from '../../../platform/answerBody.ts';
import { upstreamAway } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { upstreamFailures, upstreamRequests, upstreamRetries } from '../../../platform/metrics.ts';

export interface Timing {
  /** One request, its body included. */
  attemptMs: number;
  /** Everything: waiting in line, requests, and the pauses between them. */
  overallMs: number;
  /** The first pause is up to this long; each further one up to twice the one before. */
  pauseMs: number;
}

export interface UpstreamOptions {
  service: 'tmdb' | 'omdb';
  baseUrl: URL;
  headers?: Record<string, string>;
  /** Sent with every request; never logged, since keys are among them. */
  params?: Record<string, string>;
  timing?: Partial<Timing>;
}

type Params = Record<string, string | number | undefined>;

export interface Upstream {
  /**
   * The parsed answer, or null for a 404. Throws the contract's `upstream` problem, at the latest `overallMs` after
   * `since`: where this is one step of several, the bound is for all of them.
   */
  get(kind: string, path: string, params?: Params, since?: number): Promise<unknown>;
  close(): void;
}

const usual: Timing = { attemptMs: 3000, overallMs: 7000, pauseMs: 250 };
const ATTEMPTS = 3;
const AT_ONCE = 24;
const LARGEST_ANSWER = 8 * 1024 * 1024;
/** However long the upstream asks to be left alone, after this it is asked again. */
const LONGEST_REST_MS = 60_000;

const LOG_EVERY_MS = 10_000;

const away = {
  tmdb: undefined,
  omdb: 'The critics’ ratings did not answer. Please try again in a moment.',
};

class Failure extends Error {
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

/** Asks a service politely: in time, not too much at once, again when that may help, and not while it asks for rest. */
export function createUpstream({
  service,
  baseUrl,
  headers = {},
  params: fixed = {},
  ...rest
}: UpstreamOptions): Upstream {
  const timing = { ...usual, ...rest.timing };
  const limit = pLimit(AT_ONCE);
  const closing = new AbortController();
  // Every request under way listens.
  setMaxListeners(0, closing.signal);
  let restUntil = 0;
  let loggedAt = 0;

  async function fetchOnce(url: URL, overall: AbortSignal): Promise<unknown> {
    const attempt = new AbortController();
    const timer = setTimeout(() => attempt.abort(), timing.attemptMs);
    const cut = () => attempt.abort();
    overall.addEventListener('abort', cut, { once: true });
    try {
      const response = await fetch(url, {
        headers: { accept: 'application/json', ...headers },
        redirect: 'error',
        signal: attempt.signal,
      });
      if (response.ok) return parse(await readBody(response, LARGEST_ANSWER, attempt.signal));
      await response.body?.cancel();
      if (response.status === 404) return null;
      if (response.status === 429) throw new Failure('rate_limited', true, retryAfterOf(response));
      throw new Failure(`status_${response.status}`, response.status >= 500);
    } catch (error) {
      if (error instanceof Failure) throw error;
      if (error instanceof BodyGivenUp) throw new Failure(error.reason, error.reason === 'timeout');
      throw new Failure(attempt.signal.aborted ? 'timeout' : 'connection', true);
    } finally {
      clearTimeout(timer);
      overall.removeEventListener('abort', cut);
    }
  }

  async function restFirst(overall: AbortSignal, deadline: number): Promise<void> {
    for (let left = restUntil - Date.now(); left > 0; left = restUntil - Date.now()) {
      if (restUntil >= deadline) throw new Failure('resting', false);
      await delay(left, undefined, { signal: overall });
    }
  }

  async function persist(kind: string, url: URL, overall: AbortSignal, deadline: number): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await limit(async () => {
          if (overall.aborted || Date.now() >= deadline) throw new Failure('timeout', false);
          // In its turn and not before it: those in line must hear too that the upstream asked for rest.
          await restFirst(overall, deadline);
          upstreamRequests.inc({ service, kind });
          if (attempt > 1) upstreamRetries.inc({ service, kind });
          return fetchOnce(url, overall);
        });
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        upstreamFailures.inc({ service, kind, reason: error.reason });
        if (error.retryAfterMs !== undefined) {
          restUntil = Math.max(restUntil, Date.now() + Math.min(error.retryAfterMs, LONGEST_REST_MS));
        }
        const pause = Math.random() * timing.pauseMs * 2 ** (attempt - 1);
        if (!error.mayRetry || attempt === ATTEMPTS || Date.now() + pause >= deadline) throw error;
        await delay(pause, undefined, { signal: overall });
      }
    }
  }

  return {
    async get(kind, path, params = {}, since = Date.now()) {
      const url = new URL(`${baseUrl.pathname.replace(/\/$/, '')}${path}`, baseUrl);
      for (const [name, value] of Object.entries({ ...fixed, ...params })) {
        if (value !== undefined) url.searchParams.set(name, String(value));
      }
      const overall = new AbortController();
      const deadline = since + timing.overallMs;
      const timer = setTimeout(() => overall.abort(), deadline - Date.now());
      const cut = () => overall.abort();
      closing.signal.addEventListener('abort', cut, { once: true });
      // Waiting in line is not cut by a signal, so the bound is a race.
      const outOfTime = new Promise<never>((_resolve, reject) => {
        overall.signal.addEventListener('abort', () => reject(new Failure('timeout', false)), { once: true });
      });
      // Who comes after closing is refused before the race, and nobody listens to this one then.
      outOfTime.catch(() => undefined);
      try {
        if (closing.signal.aborted) throw new Failure('closed', false);
        return await Promise.race([persist(kind, url, overall.signal, deadline), outOfTime]);
      } catch (error) {
        const reason = error instanceof Failure ? error.reason : String(error);
        // While it is away every request fails: the metrics count them, the log says so now and then.
        const isNews = Date.now() - loggedAt > LOG_EVERY_MS;
        if (isNews) loggedAt = Date.now();
        log[isNews ? 'warn' : 'debug']({ service, kind, path, reason }, 'an upstream request failed');
        throw upstreamAway(away[service]);
      } finally {
        clearTimeout(timer);
        overall.abort();
        closing.signal.removeEventListener('abort', cut);
      }
    },
    close: () => closing.abort(),
  };
}

function parse(text: string): unknown {
  try {
    const answer: unknown = JSON.parse(text);
    // Here null means that there is no such thing, which is not what an upstream says by it.
    if (answer !== null) return answer;
  } catch {}
  throw new Failure('malformed', true);
}

/** Seconds or a date, as HTTP has it. */
function retryAfterOf(response: Response): number | undefined {
  const value = response.headers.get('retry-after')?.trim();
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
