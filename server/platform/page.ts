import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Response } from 'express';

/** The client's one page, which routes by path. */
export interface Page {
  /** The page as it is for everybody, asked for anew each time. */
  send(res: Response): void;
  /** With data of whoever asks in its head, as JSON under that element id; nobody may keep a copy. */
  sendWith(res: Response, id: string, data: unknown): void;
}

export function createPage(clientDir: string): Page {
  const html = readFileSync(path.join(clientDir, 'index.html'), 'utf8');
  const end = html.includes('</head>') ? html.indexOf('</head>') : html.length;
  return {
    send: (res) => void res.type('html').set('Cache-Control', 'no-cache').send(html),
    sendWith(res, id, data) {
      const element = `<script type="application/json" id="${id}">${inHtml(data)}</script>`;
      res.type('html').set('Cache-Control', 'private, no-store');
      res.send(html.slice(0, end) + element + html.slice(end));
    },
  };
}

/** Nothing in the data may end the element that it stands in. */
const inHtml = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c');
