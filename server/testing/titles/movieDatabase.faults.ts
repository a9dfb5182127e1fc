import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** What can go wrong with the answer of a movie database or of a proxy. */
export type Fault = keyof typeof faults;

export function send(res: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  res.writeHead(status, { 'content-type': 'application/json;charset=utf-8', ...headers });
  res.end(typeof body === 'string' ? body : JSON.stringify(body));
}

const json = { 'content-type': 'application/json' };
const FLOOD = 100 * 1024 * 1024;
const DROP = Buffer.alloc(1024 * 1024, ' ');

/** Sends the whole amount, as fast as the client reads. */
function flood(res: ServerResponse, left = FLOOD): void {
  if (left <= 0) res.end();
  else if (res.write(DROP)) flood(res, left - DROP.length);
  else res.once('drain', () => flood(res, left - DROP.length));
}

export const faults = {
  silent: () => undefined,
  // Starts an answer and does not end it.
  slow: (res: ServerResponse) => void res.writeHead(200, json).write('{"page":'),
  dripping(res: ServerResponse) {
    res.writeHead(200, json).write('{"page":1,"results":[');
    const timer = setInterval(() => res.write(' '), 20);
    res.on('close', () => clearInterval(timer));
  },
  tooMany: (res: ServerResponse) =>
    send(res, 429, { status_code: 25, status_message: 'Too many requests.' }, { 'retry-after': '0' }),
  tooManyUntil: (res: ServerResponse) => send(res, 429, {}, { 'retry-after': new Date(Date.now()).toUTCString() }),
  broken: (res: ServerResponse) => send(res, 500, '<h1>Internal Server Error</h1>'),
  unavailable: (res: ServerResponse) => send(res, 503, ''),
  cut(res: ServerResponse) {
    res.writeHead(200, { ...json, 'content-length': '5000' }).write('{"page":1,');
    res.destroy();
  },
  hungUp: (res: ServerResponse) => void res.socket?.destroy(),
  malformed: (res: ServerResponse) => send(res, 200, '{"page":1,"results":['),
  portal: (res: ServerResponse) =>
    send(res, 200, '<!doctype html><title>Welcome to our network</title>', { 'content-type': 'text/html' }),
  notZipped: (res: ServerResponse) => send(res, 200, '{}', { 'content-encoding': 'gzip' }),
  empty: (res: ServerResponse) => send(res, 200, ''),
  nothing: (res: ServerResponse) => send(res, 200, 'null'),
  moved: (res: ServerResponse) => send(res, 302, '', { location: '/3/configuration' }),
  wrongTypes: (res: ServerResponse) =>
    send(res, 200, { page: 'one', results: { 0: 'no list' }, id: 'none', title: 7, Response: 1 }),
  refused: (res: ServerResponse) => send(res, 401, { status_code: 7, status_message: 'Invalid API key.' }),
  flooding: (res: ServerResponse) => flood(res.writeHead(200, json)),
  // A few kilobytes that decompress to 16 megabytes.
  bomb: (res: ServerResponse) =>
    void res.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(16 * DROP.length, ' '))),
};
