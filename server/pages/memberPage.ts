import { setTimeout } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import { Problem } from '../platform/http/errors.ts';
import { log } from '../platform/log.ts';

/** After this time the page is sent without the data. */
const PATIENCE_MS = 500;

/**
 * Reads data to embed in a member's page. Returns null for visitors, on errors and on timeouts: then the page is sent
 * without the data, and the app's own requests show the error.
 */
export function readForMember<T>(
  session: RequestHandler,
  req: Request,
  res: Response,
  read: (userId: string) => Promise<T>,
): Promise<T | null> {
  const reading = userOf(session, req, res).then((userId) => (userId ? read(userId) : null));
  return orNullInTime(reading, res);
}

/** The result of reading; null on errors, which are logged, and on timeouts. */
export function orNullInTime<T>(reading: Promise<T | null>, res: Response): Promise<T | null> {
  const orNull = reading.catch((error: unknown) => {
    if (!(error instanceof Problem))
      log.error({ err: error, requestId: res.get('X-Request-Id') }, 'the data of a page could not be read');
    return null;
  });
  return Promise.race([orNull, setTimeout(PATIENCE_MS, null, { ref: false })]);
}

async function userOf(session: RequestHandler, req: Request, res: Response): Promise<string | undefined> {
  await new Promise<void>((resolve, reject) => {
    session(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
  return req.session.userId;
}
