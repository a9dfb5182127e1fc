import type { Request, RequestHandler } from 'express';
import { DatabaseAway } from '../http/errors.ts';
import { errorHandler } from './errorHandler.ts';

export interface AnswerLimit {
  /** When a request has waited this long for its answer, check whether the database still responds. */
  checkAfterMs: number;
  /** Answer 503 after this time in any case. */
  giveUpAfterMs(req: Request): number;
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
    const continueIf = (mayWait: boolean, timer: NodeJS.Timeout) => {
      if (res.headersSent || res.closed) return;
      if (mayWait) timer.refresh();
      else errorHandler(new DatabaseAway(), req, res, next);
    };
    const checks = setTimeout(async () => continueIf(isReceiving(req) || (await check()), checks), checkAfterMs);
    const end = setTimeout(() => continueIf(isReceiving(req), end), giveUpAfterMs(req));
    req.once('end', () => {
      if (res.closed) return;
      checks.refresh();
      end.refresh();
    });
    res.once('close', () => {
      clearTimeout(checks);
      clearTimeout(end);
    });
    next();
  };
}

/** True while the body is being read and the client has not sent all of it. */
function isReceiving(req: Request): boolean {
  return !req.complete && req.readableFlowing === true;
}
