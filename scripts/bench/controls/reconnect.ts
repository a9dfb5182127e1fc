/** The control of R2: plain socket.io without sign-in, on a given port, so that it can be restarted. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';

const server = createServer();
new Server(server, { transports: ['websocket'], perMessageDeflate: false, serveClient: false });
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () =>
  console.log(`control on :${(server.address() as AddressInfo).port}`),
);
