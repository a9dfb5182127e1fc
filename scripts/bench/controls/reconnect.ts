/** R2's control: plain socket.io that lets everybody in, on a port that it can be started on again. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';

const server = createServer();
new Server(server, { transports: ['websocket'], perMessageDeflate: false, serveClient: false });
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () =>
  console.log(`control on :${(server.address() as AddressInfo).port}`),
);
