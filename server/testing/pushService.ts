import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import ece from 'http_ece';

/** What the service answers to a message: a status, with headers, or nothing at all. */
type PushAnswer = { status: number; headers?: Record<string, string> } | 'nothing';

interface Delivered {
  headers: IncomingHttpHeaders;
  /** Decrypted, as the browser would read it. */
  message: { text: string; path: string; tag: string };
}

/** A browser with a subscription at the service. */
export interface FakeBrowser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  delivered: Delivered[];
  /** The answers to its next messages. Afterwards it is 201. */
  answers: PushAnswer[];
  /** How many requests there have been. */
  requests: number;
}

/** A push service on this machine (RFC 8030), which decrypts what it gets (RFC 8291). */
export interface PushService {
  subscribe(): FakeBrowser;
  /** All requests to other paths, such as those of webhooks. */
  others: { path: string; headers: IncomingHttpHeaders; body: string }[];
  url: string;
  close(): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, { browser: FakeBrowser; open: (body: Buffer) => string }>();
  const others: PushService['others'] = [];
  const server = createServer(async (req, res) => {
    const body = await buffer(req);
    const found = browsers.get(req.url ?? '');
    if (!found) {
      others.push({ path: req.url ?? '', headers: req.headers, body: body.toString() });
      res.end();
      return;
    }
    const { browser, open } = found;
    browser.requests += 1;
    const answer = browser.answers.shift() ?? { status: 201 };
    if (answer === 'nothing') return;
    if (answer.status === 201) browser.delivered.push({ headers: req.headers, message: JSON.parse(open(body)) });
    res.writeHead(answer.status, answer.headers).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    others,
    subscribe() {
      const path = `/push/${randomUUID()}`;
      const ecdh = createECDH('prime256v1');
      const authSecret = randomBytes(16);
      const keys = { p256dh: ecdh.generateKeys('base64url'), auth: authSecret.toString('base64url') };
      const browser: FakeBrowser = {
        subscription: { endpoint: url + path, keys },
        delivered: [],
        answers: [],
        requests: 0,
      };
      const open = (body: Buffer) =>
        ece.decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret }).toString();
      browsers.set(path, { browser, open });
      return browser;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
