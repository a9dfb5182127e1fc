import { setTimeout } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import { Problem } from './errors.ts';
import { log } from './log.ts';

/** A page that has waited for so long goes without. */
const PATIENCE_MS = 500;

/**
 * What a page brings along for the member who asks for it; null for anybody else, and where it fails or takes too long: the
 * app's own calls tell what is wrong, in its words, and the page is there to show it.
 */
export function readForMember<T>(
  session: RequestHandler,
  req: Request,
  res: Response,
  read: (userId: string) => Promise<T>,
): Promise<T | null> {
  const reading = userOf(session, req, res).then((userId) => (userId ? read(userId) : null));
  const orWithout = reading.catch((error: unknown) => {
    if (!(error instanceof Problem))
      log.error({ err: error, requestId: res.get('X-Request-Id') }, 'a page goes without');
    return null;
  });
  return Promise.race([orWithout, setTimeout(PATIENCE_MS, null, { ref: false })]);
}

async function userOf(session: RequestHandler, req: Request, res: Response): Promise<string | undefined> {
  await new Promise<void>((resolve, reject) => {
    session(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
  return req.session.userId;
}
