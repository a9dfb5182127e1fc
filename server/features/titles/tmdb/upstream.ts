import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { BodyGivenUp, readBody } from '../../../platform/answerBody.ts';
import { upstreamAway } from '../../../platform/errors.ts';
import { upstreamFailures, upstreamRequests, upstreamRetries } from '../../../platform/metrics.ts';
import { isReasonable } from './answerShape.ts';
import { createOutage } from './outage.ts';

export interface Timing {
  /** One request, its body included. */
  attemptMs: number;
  /** Everything: waiting in line, requests, and the pauses between them. */
  overallMs: number;
  /** The first pause is up to this long; each further one up to twice the one before. */
  pauseMs: number;
  /** How long nothing may have failed before an outage counts as over. */
  calmMs: number;
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

export interface Asked<T> {
  params?: Params;
  /** By Date.now(): where this is one step of several, when the first began. */
  since?: number;
  /** Makes the answer of it, and throws when it has another shape. */
  read: (answer: unknown) => T;
}

export interface Upstream {
  /**
   * What `read` makes of the answer, or null for a 404. Throws the contract's `upstream` problem, at the latest
   * `overallMs` after `since`, and logs an outage once.
   */
  get<T>(kind: string, path: string, asked: Asked<T>): Promise<T | null>;
  close(): void;
}

const usual: Timing = { attemptMs: 3000, overallMs: 7000, pauseMs: 250, calmMs: 10_000 };
const ATTEMPTS = 3;
const AT_ONCE = 24;
/** The longest titles and people have about a megabyte. */
const LARGEST_ANSWER = 4 * 1024 * 1024;
/** One so long that cannot be parsed is not asked for again: each try costs as much. */
const LONG_ANSWER = 256 * 1024;
/** However long the upstream asks to be left alone, after this it is asked again. */
const LONGEST_REST_MS = 60_000;

const away = {
  tmdb: undefined,
  omdb: 'The critics’ ratings did not answer. Please try again in a moment.',
};
const UNREADABLE = 'The movie database sent an answer that cannot be read. Please try again in a moment.';

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
  const outage = createOutage(service, timing.calmMs);
  let restUntil = 0;

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

  /** An answer of another shape is the same to us as none. */
  function readAs<T>(kind: string, answer: unknown, read: (answer: unknown) => T): T {
    try {
      return read(answer);
    } catch {
      upstreamFailures.inc({ service, kind, reason: 'invalid' });
      throw new Failure('invalid', false);
    }
  }

  return {
    async get<T>(kind: string, path: string, { params = {}, since = Date.now(), read }: Asked<T>) {
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
        const answer = await Promise.race([persist(kind, url, overall.signal, deadline), outOfTime]);
        const value = answer === null ? null : readAs(kind, answer, read);
        outage.answered();
        return value;
      } catch (error) {
        const reason = error instanceof Failure ? error.reason : String(error);
        if (!closing.signal.aborted) outage.failed({ kind, path, reason });
        throw upstreamAway(reason === 'invalid' ? UNREADABLE : away[service]);
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
  if (!isReasonable(text)) throw new Failure('too_large', false);
  try {
    const answer: unknown = JSON.parse(text);
    // Here null means that there is no such thing, which is not what an upstream says by it.
    if (answer !== null) return answer;
  } catch {}
  throw new Failure('malformed', text.length < LONG_ANSWER);
}

/** Seconds or a date, as HTTP has it. */
function retryAfterOf(response: Response): number | undefined {
  const value = response.headers.get('retry-after')?.trim();
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
