import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bundleAnswer, listAnswer, personAnswer, ratingsAnswer } from './movieDatabase.answers.ts';
import { type Fault, faults, send } from './movieDatabase.faults.ts';

export interface MovieDatabase {
  /** http://127.0.0.1:port/3 */
  url: string;
  /** What was asked, as '/movie/603?append_to_response=…', keys left out. */
  requests: string[];
  /** The headers of the last request. */
  lastHeaders: () => IncomingMessage['headers'];
  /** The parameters of the last request, keys included. */
  lastParams: () => URLSearchParams;
  /** Every request fails so, or the next `times` of them, until `mend`. */
  fail(fault: Fault, times?: number): void;
  /** Answers the next requests with this body, until `mend`. */
  answerWith(body: unknown): void;
  mend(): void;
  /** Resolves when so many requests have come in all. */
  asked(count: number): Promise<void>;
  /** Requests wait until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
}

/** A local server that speaks the shapes of TMDB, and at /omdb those of OMDb; with faults to order. */
export async function startMovieDatabase(): Promise<MovieDatabase> {
  const requests: string[] = [];
  let headers: IncomingMessage['headers'] = {};
  let params = new URLSearchParams();
  let fault: { kind: Fault; left: number } | null = null;
  let fixed: { body: unknown } | null = null;
  let held: Promise<void> | null = null;
  const watchers = new Set<() => void>();

  const server = createServer(async (req, res) => {
    const url = new URL(req.url ?? '/', 'http://local');
    headers = req.headers;
    params = new URLSearchParams(url.searchParams);
    url.searchParams.delete('api_key');
    url.searchParams.delete('apikey');
    requests.push(`${url.pathname.replace(/^\/3/, '')}${url.search}`);
    for (const look of watchers) look();
    await held;
    if (fault && fault.left > 0) {
      fault.left--;
      faults[fault.kind](res);
      return;
    }
    const body = fixed ? fixed.body : answerTo(url);
    send(res, body === null ? 404 : 200, body ?? { success: false, status_code: 34, status_message: 'Not found.' });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/3`,
    requests,
    lastHeaders: () => headers,
    lastParams: () => params,
    fail(kind, times = Number.POSITIVE_INFINITY) {
      fault = { kind, left: times };
    },
    answerWith(body) {
      fixed = { body };
    },
    mend() {
      fault = null;
      fixed = null;
    },
    asked(count) {
      return new Promise((resolve) => {
        const look = () => {
          if (requests.length < count) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      });
    },
    hold() {
      let release: () => void = () => undefined;
      held = new Promise((resolve) => {
        release = () => {
          held = null;
          resolve();
        };
      });
      return release;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerTo(url: URL): unknown {
  if (url.pathname === '/omdb/') return ratingsAnswer(url.searchParams.get('i') ?? '');
  const [kind = '', second = '', third] = url.pathname.replace(/^\/3\//, '').split('/');
  const page = Number(url.searchParams.get('page') ?? 1);
  if (kind === 'discover' || kind === 'search') {
    return listAnswer(second, page, url.searchParams.get('query') === 'nothing' ? 0 : undefined);
  }
  if (['popular', 'top_rated'].includes(second)) return listAnswer(kind, page);
  const id = Number(second);
  if (id > 9_000_000) return null;
  if (kind === 'person') return personAnswer(id);
  return third === 'recommendations' ? listAnswer(kind, page) : bundleAnswer(kind, id);
}
