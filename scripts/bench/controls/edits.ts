/** The control of P2: Express and socket.io with a list in memory. It emits edits one by one, or all of COALESCE_MS. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { Server } from 'socket.io';
import { sampleItems } from '../lib/data/sampleItems.ts';

const coalesceMs = Number(process.env.COALESCE_MS ?? 0);
const items = new Map(sampleItems(Number(process.env.ITEMS)).map((item) => [item.id, item]));
let rev = 0;
let waiting: unknown[] = [];

const app = express();
const server = createServer(app);
const io = new Server(server, { transports: ['websocket'], perMessageDeflate: false, serveClient: false });
io.on('connection', (socket) => void socket.join('folder'));

app.patch('/api/watchlist/:id/watched', express.json(), (req, res) => {
  const item = items.get(req.params.id);
  if (!item) return void res.status(404).end();
  item.watched = req.body.watched;
  rev += 1;
  emit({
    rev,
    at: new Date().toISOString(),
    by: item.addedBy,
    type: 'item:updated',
    item: { ...item },
    itemCount: items.size,
  });
  res.json(item);
});

function emit(change: unknown): void {
  if (coalesceMs === 0) return void io.to('folder').emit('folder:changes', { changes: [change] });
  waiting.push(change);
  if (waiting.length > 1) return;
  setTimeout(() => {
    io.to('folder').emit('folder:changes', { changes: waiting });
    waiting = [];
  }, coalesceMs);
}

server.listen(0, '127.0.0.1', () => console.log(`control on :${(server.address() as AddressInfo).port}`));
