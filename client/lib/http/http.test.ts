import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { accountApi } from '../../../common/api/account.ts';
import { itemApi, listApi } from '../../../common/api/lists.ts';
import { titleApi } from '../../../common/api/titles.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { ApiError, call, callAllPages, callWithHeaders, OfflineError, onSignedOut } from './http.ts';

let api: ApiStub;
let signedOut: number;

beforeEach(() => {
  api = stubApi();
  signedOut = 0;
  onSignedOut(() => {
    signedOut += 1;
  });
});

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe('callAllPages', () => {
  test('follows the Link headers to the last page', async () => {
    const pages: Record<string, { body: string[]; headers?: Record<string, string> }> = {
      '': { body: ['a', 'b'], headers: { Link: '</api/folders?after=b>; rel="next"' } },
      b: { body: ['c'], headers: { Link: '</api/folders?limit=2&after=c>; rel="next"' } },
      c: { body: ['d'] },
    };
    api.on('GET /api/folders', ({ query }) => pages[query.get('after') ?? ''] ?? failure(404, 'not_found'));

    expect(await callAllPages(listApi.folder.list)).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('call', () => {
  test('fills in the path params and the query, without undefined values', async () => {
    api.on('GET /api/folders/abc/items', { body: [] });

    await call(listApi.folder.items, { params: { id: 'abc' }, query: { limit: 50, after: undefined } });

    expect(api.requests[0]?.query.toString()).toBe('limit=50');
  });

  test('sends a body as JSON, and the idempotency key as its header', async () => {
    api.on('POST /api/folders', { status: 201, body: { id: '1' } });

    await call(listApi.folder.create, { body: { name: 'Friday' }, opId: 'key-1' });

    expect(api.requests[0]).toMatchObject({
      body: { name: 'Friday' },
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'key-1' },
    });
  });

  test('sends no body and no content type when none is given', async () => {
    api.on('GET /api/movies/popular', { body: { results: [] } });

    await call(titleApi.movie.popular);

    expect(api.requests[0]?.body).toBeUndefined();
    expect(api.requests[0]?.headers).toEqual({});
  });

  test('gives undefined for 204', async () => {
    api.on('DELETE /api/watchlist/7', { status: 204 });

    await expect(call(itemApi.remove, { params: { id: '7' } })).resolves.toBeUndefined();
  });

  test('throws the status, a colon, a space and the raw body', async () => {
    api.on('POST /api/folders', failure(409, 'reserved_name', 'That name is taken'));

    const error = await failureOf(call(listApi.folder.create, { body: { name: 'Reviewed' } }));

    expect(error.message).toBe('409: {"error":"That name is taken","code":"reserved_name"}');
    expect(error).toMatchObject({ status: 409, code: 'reserved_name', text: 'That name is taken', issues: [] });
  });

  test('uses the status text if the body is empty', async () => {
    api.on('GET /api/movies/popular', { status: 500 });

    const error = await failureOf(call(titleApi.movie.popular));

    expect(error.message).toBe('500: 500');
    expect(error.text).toBeUndefined();
  });

  test('reports a 401, unless the caller handles it', async () => {
    api.on('GET /api/auth/user', failure(401, 'unauthorized', 'Unauthorized'));

    await failureOf(call(accountApi.currentUser, { isQuietAboutSession: true }));
    expect(signedOut).toBe(0);

    await failureOf(call(accountApi.currentUser));
    expect(signedOut).toBe(1);
  });

  test('reports that the server cannot be reached if there is no answer', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('network'));

    const error = await failureOf(call(titleApi.movie.popular));

    expect(error).toBeInstanceOf(OfflineError);
    expect(error.text).toMatch(/Couldn’t reach Marquee/);
  });

  test('reports that the server cannot be reached if the connection ends within the answer', async () => {
    const json = () => Promise.reject(new TypeError('network error'));
    globalThis.fetch = async () => ({ ok: true, status: 200, headers: new Headers(), json }) as unknown as Response;

    expect(await failureOf(call(listApi.folder.list))).toBeInstanceOf(OfflineError);
  });

  test.each([
    ['502', { status: 502, body: '<h1>Bad Gateway</h1>' }],
    ['504 without a body', { status: 504 }],
    ['404 of its own', { status: 404, body: '404 page not found' }],
  ])('reports that the server cannot be reached if a proxy answers %s', async (_what, answer) => {
    api.on('GET /api/folders', answer);

    expect(await failureOf(call(listApi.folder.list))).toBeInstanceOf(OfflineError);
  });

  test('reports that the server cannot be reached if the connection ends within the answer of a refusal', async () => {
    globalThis.fetch = async () =>
      ({
        ok: false,
        status: 500,
        headers: new Headers(),
        text: () => Promise.reject(new TypeError('terminated')),
      }) as never;

    const error = await failureOf(call(listApi.folder.list));

    expect(error).toBeInstanceOf(OfflineError);
  });

  test('reports that the server cannot be reached if a read has no answer within half a minute', async () => {
    jest.useFakeTimers();
    globalThis.fetch = (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });

    const failing = failureOf(call(listApi.folder.list));
    await jest.advanceTimersByTimeAsync(30_000);

    expect(await failing).toBeInstanceOf(OfflineError);
    jest.useRealTimers();
  });

  test('reports that the server cannot be reached if a page comes in place of the answer', async () => {
    const json = async () => JSON.parse('<h1>Maintenance</h1>');
    globalThis.fetch = async () => ({ ok: true, status: 200, headers: new Headers(), json }) as unknown as Response;

    expect(await failureOf(call(listApi.folder.list))).toBeInstanceOf(OfflineError);
  });

  test('returns the headers on request', async () => {
    api.on('GET /api/folders/abc/items', { body: [], headers: { 'Folder-Rev': '12' } });

    const { headers } = await callWithHeaders(listApi.folder.items, { params: { id: 'abc' } });

    expect(headers.get('Folder-Rev')).toBe('12');
  });
});
