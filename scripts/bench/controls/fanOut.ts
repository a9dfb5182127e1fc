/** P1's control: the least that can take a PATCH and tell a thousand tabs. Bare http, a `ws` send loop, no database. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

const message = process.env.MESSAGE ?? '';
const server = createServer((req, res) => {
  req.resume();
  req.on('end', () => {
    res.setHeader('content-length', 2);
    res.end('{}');
    for (const socket of sockets.clients) socket.send(message);
  });
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
// As much of the handshake as the tabs wait for.
sockets.on('connection', (socket) => {
  socket.send('0{}');
  socket.on('message', () => socket.send('40{}'));
});
server.listen(0, '127.0.0.1', () => console.log(`control on :${(server.address() as AddressInfo).port}`));
