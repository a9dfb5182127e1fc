import { type Server as HttpServer, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { invalid } from './errors.ts';

/** Answers an upgrade request with an error and closes the connection. */
export function refuseUpgrade(socket: Duplex, status: number, body: object = {}): void {
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  socket.on('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy());
}

/** Refuses upgrade requests outside `path`. Without an answer, their clients would wait forever. */
export function refuseUpgradesBeside(httpServer: HttpServer, path: string): void {
  httpServer.on('upgrade', (req, socket) => {
    if (req.url?.startsWith(path)) return;
    const problem = invalid([{ path: '', message: 'Only sockets can be upgraded' }]);
    refuseUpgrade(socket, problem.status, problem.toBody());
  });
}
