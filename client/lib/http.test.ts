import { beforeEach, describe, expect, test } from '@jest/globals';
import { accountApi, itemApi, listApi, titleApi } from '../../common/api.ts';
import { type ApiStub, failure, stubApi } from '../testing/api.ts';
import { ApiError, call, callWithHeaders, OfflineError, onSignedOut } from './http.ts';

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

describe('call', () => {
  test('fills params into the path and the query behind it, leaving out what is undefined', async () => {
    api.on('GET /api/folders/abc/items', { body: [] });

    await call(listApi.folder.items, { params: { id: 'abc' }, query: { limit: 50, after: undefined } });

    expect(api.requests[0]?.query.toString()).toBe('limit=50');
  });

  test('sends a body as JSON, and the idempotency key as its header', async () => {
    api.on('POST /api/folders', { status: 201, body: { id: '1' } });

    await call(listApi.folder.create, { body: { name: 'Friday' }, idempotencyKey: 'key-1' });

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

  test('puts the status text where the body is empty', async () => {
    api.on('GET /api/movies/popular', { status: 502 });

    const error = await failureOf(call(titleApi.movie.popular));

    expect(error.message).toBe('502: 502');
    expect(error.text).toBeUndefined();
  });

  test('tells of a 401, unless the caller deals with it', async () => {
    api.on('GET /api/auth/user', failure(401, 'unauthorized', 'Unauthorized'));

    await failureOf(call(accountApi.currentUser, { isQuietAboutSession: true }));
    expect(signedOut).toBe(0);

    await failureOf(call(accountApi.currentUser));
    expect(signedOut).toBe(1);
  });

  test('says that the server cannot be reached when no answer comes', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('network'));

    const error = await failureOf(call(titleApi.movie.popular));

    expect(error).toBeInstanceOf(OfflineError);
    expect(error.text).toMatch(/cannot be reached/);
  });

  test('gives the headers on request', async () => {
    api.on('GET /api/folders/abc/items', { body: [], headers: { 'Folder-Rev': '12' } });

    const { headers } = await callWithHeaders(listApi.folder.items, { params: { id: 'abc' } });

    expect(headers.get('Folder-Rev')).toBe('12');
  });
});
