import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { sendPieces } from './download.ts';

const PIECE = 'x'.repeat(64 * 1024);
/** More than the buffers of a connection hold. */
const MANY = 1000;

let server: Server;
/** How many pieces were asked for. */
let made = 0;
/** Resolves when the server has finished with the request. */
let sent: Promise<void>;

async function open(count: number, idleMs: number): Promise<IncomingMessage> {
  made = 0;
  async function* pieces() {
    for (; made < count; made += 1) yield PIECE;
  }
  server = createServer((_req, res) => {
    sent = sendPieces(res, pieces(), { idleMs });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return answer;
}

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test('a client that reads nothing holds a few pieces in memory, and its download ends', async () => {
  const answer = await open(MANY, 100);

  await sent;

  expect(made).toBeLessThan(MANY / 2);
  await expect(text(answer)).rejects.toThrow('aborted');
});

test('a client that reads gets everything', async () => {
  const answer = await open(MANY, 60_000);

  expect((await text(answer)).length).toBe(MANY * PIECE.length);
});
