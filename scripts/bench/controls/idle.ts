/** The control of P7: plain socket.io without sign-in. POST /emit?count=&bytes= sends events to every tab. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';

const server = createServer((req, res) => {
  const query = new URL(req.url ?? '/', 'http://localhost').searchParams;
  const text = 'x'.repeat(Number(query.get('bytes')));
  let left = Number(query.get('count'));
  const step = () => {
    for (let sent = 0; sent < 100 && left > 0; sent++, left--) io.emit('folder:changes', text);
    if (left > 0) return void setImmediate(step);
    res.setHeader('content-length', 0);
    res.end();
  };
  if (req.url?.startsWith('/emit')) step();
});
const io = new Server(server, { transports: ['websocket'], perMessageDeflate: false, serveClient: false });
server.listen(0, '127.0.0.1', () => console.log(`control on :${(server.address() as AddressInfo).port}`));
