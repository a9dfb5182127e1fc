import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  bundleAnswer,
  foundAnswer,
  listAnswer,
  personAnswer,
  ratingsAnswer,
  seasonsAnswer,
} from './movieDatabase.answers.ts';
import { type Fault, faults, send } from './movieDatabase.faults.ts';

/** A local server that answers as TMDB does, and below /omdb as OMDb does. A test can make it fail. */
export class MovieDatabase {
  /** The requests so far, as '/movie/603?append_to_response=…', without keys. */
  readonly requests: string[] = [];
  private readonly server: Server = createServer((req, res) => this.answer(req, res));
  private readonly watchers = new Set<() => void>();
  private headers: IncomingMessage['headers'] = {};
  private params = new URLSearchParams();
  private fault: { kind: Fault; left: number } | null = null;
  private fixed: { body: unknown } | null = null;
  private held: Promise<void> | null = null;

  /** http://127.0.0.1:port/3 */
  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/3`;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, '127.0.0.1', resolve);
    });
  }

  /** The headers of the last request. */
  lastHeaders(): IncomingMessage['headers'] {
    return this.headers;
  }

  /** The parameters of the last request, keys included. */
  lastParams(): URLSearchParams {
    return this.params;
  }

  /** Makes all requests fail, or the next `times` of them, until `recover`. */
  fail(kind: Fault, times = Number.POSITIVE_INFINITY): void {
    this.fault = { kind, left: times };
  }

  /** Answers the next requests with this body, until `recover`. */
  answerWith(body: unknown): void {
    this.fixed = { body };
  }

  recover(): void {
    this.fault = null;
    this.fixed = null;
  }

  /** Resolves when there have been that many requests in total. */
  asked(count: number): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.requests.length < count) return;
        this.watchers.delete(look);
        resolve();
      };
      this.watchers.add(look);
      look();
    });
  }

  /** Requests wait until the returned function is called. */
  hold(): () => void {
    let release: () => void = () => undefined;
    this.held = new Promise((resolve) => {
      release = () => {
        this.held = null;
        resolve();
      };
    });
    return release;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://local');
    this.headers = req.headers;
    this.params = new URLSearchParams(url.searchParams);
    url.searchParams.delete('api_key');
    url.searchParams.delete('apikey');
    this.requests.push(`${url.pathname.replace(/^\/3/, '')}${url.search}`);
    for (const look of this.watchers) look();
    await this.held;
    if (this.fault && this.fault.left > 0) {
      this.fault.left--;
      faults[this.fault.kind](res);
      return;
    }
    if (isWrongKey(req, this.params)) {
      send(res, 401, { success: false, status_code: 7, Error: 'Invalid API key!' });
      return;
    }
    const body = this.fixed ? this.fixed.body : answerTo(url);
    send(res, body === null ? 404 : 200, body ?? { success: false, status_code: 34, status_message: 'Not found.' });
  }
}

/** The key 'wrong' and the token 'wrong.token' are refused. */
function isWrongKey(req: IncomingMessage, params: URLSearchParams): boolean {
  const key = params.get('api_key') ?? params.get('apikey') ?? req.headers.authorization;
  return key === 'wrong' || key === 'Bearer wrong.token';
}

export async function startMovieDatabase(): Promise<MovieDatabase> {
  const database = new MovieDatabase();
  await database.listen();
  return database;
}

function answerTo(url: URL): unknown {
  if (url.pathname === '/omdb/') return ratingsAnswer(url.searchParams.get('i') ?? '');
  const [kind = '', second = '', third] = url.pathname.replace(/^\/3\//, '').split('/');
  if (kind === 'authentication') return { success: true };
  const page = Number(url.searchParams.get('page') ?? 1);
  if (kind === 'discover' || kind === 'search') {
    return listAnswer(second, page, url.searchParams.get('query')?.startsWith('nothing') ? 0 : undefined);
  }
  if (kind === 'find') return foundAnswer(second);
  if (['popular', 'top_rated'].includes(second)) return listAnswer(kind, page);
  const id = Number(second);
  if (id > 9_000_000) return null;
  if (kind === 'person') return personAnswer(id);
  if (third === 'recommendations') return listAnswer(kind, page);
  const appended = url.searchParams.get('append_to_response')?.split(',') ?? [];
  return appended.some((part) => part.startsWith('season/')) ? seasonsAnswer(id, appended) : bundleAnswer(kind, id);
}
