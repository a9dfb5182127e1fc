import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import os from 'node:os';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { Busy, Problem } from '../../platform/http/errors.ts';
import { exits } from './picture.exits.ts';

/** Far more than any picture takes, except on a very busy machine. Ends a process that hangs without using the CPU. */
const TIME_OUT_MS = 20_000;

/** One decoder at a time, so that parallel uploads need no more memory than one. */
const oneAtATime = pLimit(1);
const MAX_WAITING = 20;

/** The first bytes of JPEG, PNG, GIF and WebP files. */
const signatures = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^GIF8[79]a/, /^RIFF....WEBPVP8/s];

const notAnImage = () => new Problem('unsupported_media_type', 'Please select a JPEG, PNG, WebP, or GIF image.');
const tooManyPixels = () => new Problem('too_large', 'Please select an image of at most 24 megapixels.');
const tooManyWaiting = () => new Busy('Many pictures are being opened right now. Please try again in a moment.');
const tooSlow = () => new Busy('Your picture could not be opened in time. Please try again in a moment.');
const tooCostly = () => new Problem('too_large', 'This image takes too long to open. Please select a smaller one.');

/**
 * Converts an upload to a small WebP without metadata. Throws unsupported_media_type unless it is a complete JPEG, PNG, WebP
 * or GIF image, too_large when it has too many pixels or is too expensive to decode, and unavailable when too many uploads
 * wait, or when this machine is too busy.
 *
 * The image is decoded in a separate process, which ends itself when it has used more CPU time or memory than any ordinary
 * picture needs. The process has its own threads, so password checks and compression do not wait for a picture.
 */
export async function encodePicture(upload: Buffer, timeOutMs = TIME_OUT_MS): Promise<Buffer> {
  const start = upload.toString('latin1', 0, 16);
  if (!signatures.some((signature) => signature.test(start))) throw notAnImage();
  if (oneAtATime.pendingCount >= MAX_WAITING) throw tooManyWaiting();
  return oneAtATime(() => decode(upload, timeOutMs));
}

async function decode(upload: Buffer, timeOutMs: number): Promise<Buffer> {
  const child = startChild();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, timeOutMs);
  // Ignore write errors: a process that refuses a picture does not read all of it.
  child.stdin.on('error', () => {}).end(upload);
  try {
    const [[code, signal], picture, errorText] = await Promise.all([
      once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
      buffer(child.stdout),
      text(child.stderr),
    ]);
    if (code === 0) return picture;
    if (code === exits.notAnImage) throw notAnImage();
    if (code === exits.tooManyPixels) throw tooManyPixels();
    if (isLate) throw tooSlow();
    if (code === exits.tooCostly || signal) throw tooCostly();
    throw new Error(`The process that opens pictures failed (exit code ${code}): ${errorText}`);
  } finally {
    clearTimeout(timer);
  }
}

function startChild() {
  const program = findProgram();
  const loader = program.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...loader, program], { stdio: 'pipe' });
  // Lower priority than the server, so that requests come first.
  if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}

/** The program is next to this file in the sources, and in the feature's folder next to the built server. */
function findProgram(): string {
  const candidates = ['./picture.child.ts', './features/users/picture.child.js'];
  const paths = candidates.map((name) => fileURLToPath(new URL(name, import.meta.url)));
  const found = paths.find((path) => existsSync(path));
  if (!found) throw new Error(`The program that opens pictures is missing, looked for ${paths.join(', ')}`);
  return found;
}
