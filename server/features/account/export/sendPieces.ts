import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { log } from '../../../platform/log.ts';

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
