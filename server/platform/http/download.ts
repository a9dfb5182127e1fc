import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { Zip, ZipPassThrough } from 'fflate';
import { log } from '../log.ts';
import { inSlices } from './jsonPieces.ts';

/** A file that is written while it is sent. `path` is its name, with folders if it is in a ZIP. */
export interface DownloadFile {
  path: string;
  pieces: AsyncIterable<string>;
}

/** Sends a file of any length in slices, so that other requests get their turn. */
export async function sendDownload(res: Response, name: string, pieces: AsyncIterable<string | Uint8Array>) {
  res.attachment(name);
  // Compressing would add half as much processor time again.
  res.set('Cache-Control', 'no-store, no-transform');
  await sendPieces(res, inSlices(pieces));
}

/** A ZIP of files, a piece at a time. They are stored as they are, for the same reason. */
export async function* zipPieces(files: AsyncIterable<DownloadFile>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const take = () => {
    const chunks = ready;
    ready = [];
    return chunks;
  };
  for await (const { path, pieces } of files) {
    const entry = new ZipPassThrough(path);
    zip.add(entry);
    for await (const piece of pieces) {
      entry.push(Buffer.from(piece));
      yield* take();
    }
    entry.push(new Uint8Array(), true);
  }
  zip.end();
  yield* take();
}

/** How long a client may read nothing before the download ends. */
const IDLE_MS = 60_000;

/** Writes the pieces no faster than the client reads them. Closes the connection when it reads nothing for a while. */
export async function sendPieces(
  res: ServerResponse,
  pieces: AsyncIterable<string | Uint8Array>,
  { idleMs = IDLE_MS }: { idleMs?: number } = {},
): Promise<void> {
  res.setTimeout(idleMs, () => res.destroy());
  try {
    await pipeline(Readable.from(pieces, { highWaterMark: 1 }), res);
  } catch (error) {
    // The connection is closed, so the browser knows that the file is not complete.
    if (!isClosedByClient(error)) log.error({ err: error }, 'a download could not be finished');
  }
}

function isClosedByClient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
