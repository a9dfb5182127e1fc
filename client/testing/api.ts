/** The stubbed server's answer to a call. */
export interface StubAnswer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface StubRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  /** The form of an upload, sent in place of a body. */
  form?: FormData;
  /** Aborted when the caller cancels the request. */
  signal?: AbortSignal | null;
  headers: Record<string, string>;
}

type Handler = (request: StubRequest) => StubAnswer | Promise<StubAnswer>;

export interface ApiStub {
  /** Every request so far, as 'GET /api/folders'. */
  calls: string[];
  requests: StubRequest[];
  /** The requests so far to a route, such as 'GET /api/folders'. */
  requestsTo: (route: string) => StubRequest[];
  on: (route: string, handler: Handler | StubAnswer) => void;
}

/** What the header, and Account, ask for in tests of something else. It is not among the calls. */
const askedAside: Record<string, StubAnswer> = {
  'GET /api/notices': { body: { notices: [], unread: 0 } },
  'GET /api/user/notifications': {
    body: { topics: ['invitations'], quietHours: null, hideTitles: false, timeZone: 'UTC' },
  },
  'GET /api/channels': { body: { channels: [], pushKey: '', hasEmail: false, isEmailConfirmed: false } },
};

/** Replaces the network for one test. Routes are 'METHOD /path'; any other call fails the test. */
export function stubApi(routes: Record<string, Handler | StubAnswer> = {}): ApiStub {
  const handlers = new Map<string, Handler | StubAnswer>(Object.entries(routes));
  const stub: ApiStub = {
    calls: [],
    requests: [],
    requestsTo: (route) => stub.requests.filter(({ method, path }) => `${method} ${path}` === route),
    on: (route, handler) => handlers.set(route, handler),
  };

  globalThis.fetch = async (input, init = {}) => {
    const url = new URL(String(input), 'http://stub.local');
    const method = (init.method ?? 'GET').toUpperCase();
    const request: StubRequest = {
      method,
      path: url.pathname,
      query: url.searchParams,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      form: init.body instanceof FormData ? init.body : undefined,
      signal: init.signal,
      headers: { ...(init.headers as Record<string, string>) },
    };
    const route = `${method} ${url.pathname}`;
    const aside = handlers.has(route) ? undefined : askedAside[route];
    if (aside) return asResponse(aside);
    stub.calls.push(route);
    stub.requests.push(request);
    const handler = handlers.get(route);
    if (!handler) throw new Error(`No stub answers ${route}`);
    const answer = typeof handler === 'function' ? await handler(request) : handler;
    return asResponse(answer);
  };
  return stub;
}

// jsdom has no Response; this has the parts that lib/http reads.
function asResponse({ status = 200, body, headers = {} }: StubAnswer): Response {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText: String(status),
    headers: { get: (name: string) => lower.get(name.toLowerCase()) ?? null },
    json: async () => JSON.parse(JSON.stringify(body)),
    blob: async () => new Blob([String(body)]),
    text: async () => (body === undefined ? '' : JSON.stringify(body)),
  } as unknown as Response;
}

/** An error body of the contract. */
export function failure(status: number, code: string, error = code): StubAnswer {
  return { status, body: { error, code } };
}

/** A promise with its resolve function, for answers that arrive later. */
export function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
