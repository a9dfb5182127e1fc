import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Response, Router } from 'express';
import { settingsApi } from '../../../../common/api/account.ts';
import type { Config } from '../../../config/config.ts';
import { conflict, forbidden } from '../../../platform/http/errors.ts';
import { inSlices, jsonPieces } from '../../../platform/http/jsonPieces.ts';
import { isSameOrigin, logRefusedOrigin } from '../../../platform/http/origin.ts';
import type { Limits } from '../../../platform/limits/limits.ts';
import { log } from '../../../platform/log.ts';
import { serve, WRITTEN } from '../../../platform/requests/request.ts';
import { recordSecurityEvent } from '../../../platform/securityLog/securityLog.ts';
import { ownSessionOf } from '../../../platform/session/session.ts';
import { exportAccount } from './export.service.ts';

const RUNNING = 'Your data is being exported already. Please wait until that download has ended.';

/** Users download everything of their account. */
export function exportRouter(
  config: Pick<Config, 'publicUrl' | 'trustProxy'>,
  limits: Pick<Limits, 'exportPerUser'>,
): Router {
  const router = Router();
  /** The users whose data this node is exporting. */
  const running = new Set<string>();
  serve(router, settingsApi.exportAccount, async (_input, { req, res, userId }): Promise<typeof WRITTEN> => {
    // Another site cannot read the file, and may not start the download either.
    if (!isSameOrigin(req, config)) {
      logRefusedOrigin(req);
      throw forbidden('This request comes from another site');
    }
    if (running.has(userId)) throw conflict('conflict', RUNNING);
    running.add(userId);
    try {
      await limits.exportPerUser.take(userId);
      await recordSecurityEvent(req, { type: 'data-exported', userId });
      const account = await exportAccount(userId, ownSessionOf(req));
      return await sendFile(res, inSlices(jsonPieces(account)));
    } finally {
      running.delete(userId);
    }
  });
  return router;
}

async function sendFile(res: Response, pieces: AsyncGenerator<string>): Promise<typeof WRITTEN> {
  const day = new Date().toISOString().slice(0, 10);
  res.attachment(`marquee-export-${day}.json`).type('json');
  // Compressing would add half as much processor time again.
  res.set('Cache-Control', 'no-store, no-transform');
  await sendPieces(res, pieces);
  return WRITTEN;
}

/** How long a client may read nothing before the download ends. */
const IDLE_MS = 60_000;

/** Writes the pieces no faster than the client reads them. Closes the connection when it reads nothing for a while. */
export async function sendPieces(
  res: ServerResponse,
  pieces: AsyncIterable<string>,
  { idleMs = IDLE_MS }: { idleMs?: number } = {},
): Promise<void> {
  res.setTimeout(idleMs, () => res.destroy());
  try {
    await pipeline(Readable.from(pieces, { highWaterMark: 1 }), res);
  } catch (error) {
    // The connection is closed, so the browser knows that the file is not complete.
    if (!isClosedByClient(error)) log.error({ err: error }, 'an export could not be finished');
  }
}

function isClosedByClient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
