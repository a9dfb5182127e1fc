/** The control of P1: takes a PATCH and sends a message to all tabs, with plain http and ws, without a database. */
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
// The parts of the handshake that tabs wait for.
sockets.on('connection', (socket) => {
  socket.send('0{}');
  socket.on('message', () => socket.send('40{}'));
});
server.listen(0, '127.0.0.1', () => console.log(`control on :${(server.address() as AddressInfo).port}`));
