import { randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { HOST } from './documents.mjs';

export const AT_HOME = 'http://localhost:3000';
export const OVER_HTTPS = `https://${HOST}`;

/** A browser's part in a try: it keeps cookies and sends its origin. */
export class Visitor {
  cookies = new Map();

  constructor(origin) {
    this.origin = origin;
  }

  send(method, path, body, headers = {}) {
    const { protocol, hostname, port } = new URL(this.origin);
    const text = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return new Promise((resolve, reject) => {
      const request = (protocol === 'https:' ? https : http).request(
        {
          host: '127.0.0.1',
          port: port || (protocol === 'https:' ? 443 : 80),
          method,
          path,
          agent: false,
          servername: hostname,
          // The certificate is one that the proxy of the try has made for itself.
          rejectUnauthorized: false,
          headers: {
            Host: new URL(this.origin).host,
            Origin: this.origin,
            ...(text !== undefined && {
              'Content-Type': 'application/json',
              'Content-Length': Buffer.byteLength(text),
            }),
            ...(cookie && { Cookie: cookie }),
            ...headers,
          },
        },
        async (response) => {
          try {
            const chunks = await response.toArray();
            this.#keep(response.headers['set-cookie'] ?? []);
            const answer = Buffer.concat(chunks).toString();
            resolve({ status: response.statusCode, headers: response.headers, text: answer, body: parse(answer) });
          } catch (error) {
            reject(error);
          }
        },
      );
      request.on('error', reject);
      request.setTimeout(60_000, () => request.destroy(new Error(`${method} ${path} had no answer in a minute`)));
      request.end(text);
    });
  }

  #keep(lines) {
    for (const line of lines) {
      const [name, ...value] = line.split(';')[0].split('=');
      this.cookies.set(name, value.join('='));
    }
  }

  get(path, headers) {
    return this.send('GET', path, undefined, headers);
  }

  /** Sends a request that must succeed, and returns its answer. */
  async do(method, path, body, headers) {
    const { status, text, body: answer } = await this.send(method, path, body, headers);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 300)}`);
    return answer;
  }

  /** Creates the first account, with a list, and returns the list's id. */
  async setUp(setupCode) {
    await this.do('POST', '/api/auth/register', { ...ACCOUNT, setupCode });
    const { id } = await this.do('POST', '/api/folders', { name: 'Weekend' });
    return id;
  }

  signIn(headers) {
    return this.do('POST', '/api/auth/login', ACCOUNT, headers);
  }

  /** Adds a title. Sends the request again while there is no answer, as the app does, and returns how many ms that took. */
  async add(folderId, tmdbId) {
    const title = { folderId, tmdbId, mediaType: 'movie', title: `Title ${tmdbId}`, posterPath: null, genres: [] };
    return this.#until('POST', '/api/watchlist', title, { 'Idempotency-Key': randomUUID() });
  }

  async read(path) {
    return this.#until('GET', path);
  }

  async #until(method, path, body, headers) {
    const began = performance.now();
    for (;;) {
      const status = await this.send(method, path, body, headers).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status >= 200 && status < 300) return performance.now() - began;
      if (status !== 0 && status < 500) throw new Error(`${method} ${path} answered ${status}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

const ACCOUNT = { email: 'ana@example.com', password: 'correct horse battery' };

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
