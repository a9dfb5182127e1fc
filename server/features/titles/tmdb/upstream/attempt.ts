import { BodyGivenUp, readBody } from '../../../../platform/http/answerBody.ts';
import { retryAfterMs } from '../../../../platform/http/retryAfter.ts';

/** The longest titles and people have about a megabyte. */
const MAX_ANSWER = 4 * 1024 * 1024;
/** A longer answer that cannot be parsed is not requested again, because each attempt is expensive. */
const LONG_ANSWER = 256 * 1024;

/** Sends one request. Returns the parsed answer, or null for a 404; throws a Failure otherwise. */
export async function attempt(
  url: URL,
  headers: Record<string, string>,
  timeoutMs: number,
  overall: AbortSignal,
): Promise<unknown> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  const abort = () => controller.abort();
  overall.addEventListener('abort', abort, { once: true });
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'error',
      signal: controller.signal,
    });
    if (response.ok) return parse(await readBody(response, MAX_ANSWER, controller.signal));
    await response.body?.cancel();
    if (response.status === 404) return null;
    if (response.status === 429) {
      throw new Failure('rate_limited', true, retryAfterMs(response.headers.get('retry-after')));
    }
    throw new Failure(`status_${response.status}`, response.status >= 500);
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (error instanceof BodyGivenUp) throw new Failure(error.reason, error.reason === 'timeout');
    throw new Failure(controller.signal.aborted ? 'timeout' : 'connection', true);
  } finally {
    clearTimeout(timer);
    overall.removeEventListener('abort', abort);
  }
}

function parse(text: string): unknown {
  if (!isReasonable(text)) throw new Failure('too_large', false);
  try {
    const answer: unknown = JSON.parse(text);
    // A null answer is invalid: here null means 404.
    if (answer !== null) return answer;
  } catch {}
  throw new Failure('malformed', text.length < LONG_ANSWER);
}

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

/** Limits that even a very long answer for a title or person stays within. */
const DEEPEST = 32;
const MOST_VALUES = 400_000;

/**
 * Whether a JSON text is within limits of depth and number of values. Parsing a text beyond them may need a hundred times
 * its size in memory. Counts brackets and commas outside of strings.
 */
export function isReasonable(json: string): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case '"':
        at = endOfString(json, at);
        break;
      case '[':
      case '{':
        depth++;
        values++;
        if (depth > DEEPEST) return false;
        break;
      case ']':
      case '}':
        depth--;
        break;
      case ',':
        values++;
        break;
    }
    if (values > MOST_VALUES) return false;
  }
  return true;
}

/** The place of the quotation mark that ends a string, or the end of the text. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
}
