/**
 * The control of P9 and P10: two simple pages. `/static` is HTML with 24 posters. `/grid` is a virtual grid of 5,000 plain
 * images that grows by messages of a WebSocket. The pictures are fetched from the app at APP_URL before.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

const PICTURES = (JSON.parse(process.env.PICTURES ?? '[]') as string[]).map((path) => `${process.env.APP_URL}${path}`);
const pictures = await Promise.all(PICTURES.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())));

const page = (body: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Posters</title>
<style>body{margin:0;font:16px system-ui;background:#0f0e11;color:#fff}img{width:94px;height:141px;display:block}
#wall{display:grid;grid-template-columns:repeat(10,94px);gap:16px;padding:24px}
#grid{position:relative}.row{position:absolute;left:24px;display:grid;grid-template-columns:repeat(10,94px);gap:16px}</style>
</head><body>${body}</body></html>`;

const staticPage = page(
  `<div id="wall">${pictures.map((_, index) => `<img alt="" src="/poster/${index}">`).join('')}</div>`,
);

const gridPage = page(`<p id="count">5000 items</p><div id="grid"></div><script>
let total = 5000, first = -1, last = -1;
const grid = document.getElementById('grid'), count = document.getElementById('count'), pitch = 157;
const rows = new Map();
function draw() {
  const rowCount = Math.ceil(total / 10);
  grid.style.height = rowCount * pitch + 'px';
  const from = Math.max(0, Math.floor((scrollY - grid.offsetTop) / pitch)), to = Math.min(rowCount - 1, Math.ceil((scrollY - grid.offsetTop + innerHeight) / pitch));
  for (const [index, row] of rows) if (index < from || index > to) { row.remove(); rows.delete(index); }
  for (let index = from; index <= to; index++) {
    let row = rows.get(index);
    if (!row) { row = document.createElement('div'); row.className = 'row'; row.style.top = index * pitch + 'px'; rows.set(index, row); grid.append(row); }
    for (let at = row.childElementCount; at < 10 && index * 10 + at < total; at++) { const image = document.createElement('img'); image.alt = ''; image.src = '/poster/' + (index * 10 + at) % ${pictures.length}; row.append(image); }
  }
}
addEventListener('scroll', draw, { passive: true }); draw();
const socket = new WebSocket('ws://' + location.host);
socket.onmessage = () => { total += 1; count.textContent = total + ' items'; draw(); };
</script>`);

const server = createServer((req, res) => {
  const picture = /^\/poster\/(\d+)$/.exec(req.url ?? '')?.[1];
  if (picture !== undefined) res.setHeader('content-type', 'image/webp').end(pictures[Number(picture)]);
  else if (req.url === '/static' || req.url === '/grid') {
    res.setHeader('content-type', 'text/html').end(req.url === '/grid' ? gridPage : staticPage);
  } else if (req.method === 'POST') {
    for (const socket of sockets.clients) socket.send('42["item:added"]');
    res.end();
  } else res.writeHead(404).end();
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
server.listen(0, '127.0.0.1', () => console.log(`control on :${(server.address() as AddressInfo).port}`));
