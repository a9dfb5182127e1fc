import type { Request, RequestHandler } from 'express';
import { DatabaseAway } from '../http/errors.ts';
import { errorHandler } from './errorHandler.ts';

export interface AnswerLimit {
  /** When a request has waited this long for its answer, check whether the database still responds. */
  checkAfterMs: number;
  /** Answer 503 after this time in any case. */
  giveUpAfterMs: number;
  isDatabaseReady(): Promise<boolean>;
}

/**
 * Answers 503 to requests that wait for a database that hangs. Requests that wait for something else, such as the queue for
 * password checks, continue. The time to receive a request's body does not count, and an answer that has started is not
 * interrupted. The handler itself is not stopped, so a write may still take effect.
 */
export function limitAnswers({ checkAfterMs, giveUpAfterMs, isDatabaseReady }: AnswerLimit): RequestHandler {
  let checking: Promise<boolean> | null = null;
  const check = () => {
    checking ??= isDatabaseReady().finally(() => {
      checking = null;
    });
    return checking;
  };

  return (req, res, next) => {
    let since = performance.now();
    const timer = setTimeout(async () => {
      const isTooLong = performance.now() - since >= giveUpAfterMs;
      const mayWait = isReceiving(req) || (!isTooLong && (await check()));
      if (res.headersSent || res.closed) return;
      if (mayWait) timer.refresh();
      else errorHandler(new DatabaseAway(), req, res, next);
    }, checkAfterMs);
    req.once('end', () => {
      since = performance.now();
      if (!res.closed) timer.refresh();
    });
    res.once('close', () => clearTimeout(timer));
    next();
  };
}

/** True while the body is being read and the client has not sent all of it. */
function isReceiving(req: Request): boolean {
  return !req.complete && req.readableFlowing === true;
}
