import { type IncomingHttpHeaders, request } from 'node:http';
import { ORIGIN } from './machines.ts';
import type { SimulatedSocket } from './network.ts';

interface SentRequest {
  method: string;
  path: string;
  cookie?: string;
  headers?: Record<string, string>;
  body?: string | undefined;
  signal?: AbortSignal | null | undefined;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a request as a browser does, on a connection of its own. Rejects when the connection ends before the answer. */
export function send(connect: () => SimulatedSocket, sent: SentRequest): Promise<Answer> {
  const { method, path, cookie = '', headers = {}, body, signal } = sent;
  return new Promise((resolve, reject) => {
    const fail = () => reject(new TypeError('Failed to fetch'));
    const outgoing = request(
      {
        method,
        path,
        headers: {
          ...headers,
          ...{ host: new URL(ORIGIN).host, origin: ORIGIN, cookie, connection: 'close' },
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        },
        createConnection: () => connect() as never,
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', fail);
        answer.on('end', () => {
          if (answer.complete) {
            const { statusCode: status = 0, headers } = answer;
            resolve({ status, headers, body: Buffer.concat(parts).toString() });
          }
        });
      },
    );
    outgoing.on('error', fail);
    signal?.addEventListener('abort', () => {
      outgoing.destroy();
      reject(signal.reason);
    });
    outgoing.end(body);
  });
}
