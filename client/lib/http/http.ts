import type { z } from 'zod';
import type { Call, PageParameter } from '../../../common/api/call.ts';
import type { Endpoint } from '../../../common/endpoints.ts';
import type { ErrorBody, ErrorCode } from '../../../common/errors.ts';
import { PROTOCOL, PROTOCOL_HEADER } from '../../../common/protocol.ts';
import type { idPageQuery } from '../../../common/schemas/primitives.ts';
import type { TypedEndpoint } from './api.ts';

/** A call that did not succeed: `message` is the status, a colon, a space and the raw body. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly issues: NonNullable<ErrorBody['issues']>;
  /** The server's text for people, if it sent one. */
  readonly text: string | undefined;
  /** In how many seconds the server expects the request again, if it says so. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: string, retryAfter?: number) {
    super(`${status}: ${body}`);
    this.name = 'ApiError';
    const parsed = parseErrorBody(body);
    this.status = status;
    this.code = parsed?.code;
    this.issues = parsed?.issues ?? [];
    this.text = parsed?.error;
    this.retryAfter = retryAfter;
  }
}

/** The viewer may not see this, or it does not exist. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404);
}

/** There is no such thing, or the viewer may not see it. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The request got no answer from the server: it or the network is unavailable. */
export class OfflineError extends ApiError {
  constructor(isWrite = false) {
    const error = isWrite
      ? 'Couldn’t save this, it needs a connection. Try again when you’re back online.'
      : 'Couldn’t reach Marquee. Check your connection and try again.';
    super(0, JSON.stringify({ error }));
    this.name = 'OfflineError';
  }
}

type Part<Name extends string, Schema extends z.ZodType> =
  Record<string, never> extends z.input<Schema> ? { [K in Name]?: z.input<Schema> } : { [K in Name]: z.input<Schema> };

interface Extras {
  /** A write that is repeated with the same key within a day is applied only once. */
  opId?: string;
  signal?: AbortSignal;
  /** An upload, sent as multipart in place of a JSON body. */
  form?: FormData;
  /** The caller handles a 401 itself: no toast, no redirect. */
  isQuietAboutSession?: boolean;
}

export type CallOptions<C extends Call> = Part<'params', C['params']> &
  Part<'query', C['query']> &
  Part<'body', C['body']> &
  Extras;

export type OptionsArgument<C extends Call> =
  Record<string, never> extends CallOptions<C> ? [options?: CallOptions<C>] : [options: CallOptions<C>];

interface LooseOptions extends Extras {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

let handleSignedOut: (error: ApiError) => void = () => undefined;

/** Called when a call is answered with 401. */
export function onSignedOut(handler: (error: ApiError) => void): void {
  handleSignedOut = handler;
}

let handleNewerServer: () => void = () => undefined;

/** Called for each answer from a server with a newer protocol than this tab's. */
export function onNewerServer(handler: () => void): void {
  handleNewerServer = handler;
}

/** A call whose answer is no page of a list. */
export type WholeCall = Call & { pagedBy: null };

/** Makes a REST call and returns its answer. For one that comes in pages there are `callAllPages` and `pagesOf`. */
export async function call<C extends WholeCall>(
  endpoint: TypedEndpoint<C>,
  ...[options]: OptionsArgument<C>
): Promise<z.output<C['answer']>> {
  const { data } = await send<z.output<C['answer']>>(endpoint, options ?? {});
  return data;
}

/** Like `call`, but also returns the headers, which hold the rev and length of item lists, or name the next page. */
export async function callWithHeaders<C extends Call>(
  endpoint: TypedEndpoint<C>,
  ...[options]: OptionsArgument<C>
): Promise<{ data: z.output<C['answer']>; headers: Headers }> {
  return send(endpoint, options ?? {});
}

type PagedCall = Call<z.ZodType, ReturnType<typeof idPageQuery>, z.ZodType, z.ZodArray, 'after'>;

/** Loads all pages of a call whose answer is one page, one after the other. */
export async function callAllPages<C extends PagedCall>(endpoint: TypedEndpoint<C>): Promise<z.output<C['answer']>> {
  const all: unknown[] = [];
  let after: string | undefined;
  do {
    const { data, headers } = await send<unknown[]>(endpoint, { query: { after } });
    all.push(...data);
    after = nextPage(headers, 'after');
  } while (after);
  return all as z.output<C['answer']>;
}

/** The parameter that names the next page, from the Link header; undefined on the last page. */
export function nextPage(headers: Headers, parameter: PageParameter): string | undefined {
  const path = /<([^>]*)>; *rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  return path === undefined ? undefined : (new URL(path, 'http://localhost').searchParams.get(parameter) ?? undefined);
}

export function pathOf(endpoint: Endpoint, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Makes a call whose answer is a file. */
export async function callForFile(endpoint: Endpoint, query: object): Promise<Blob> {
  return (await request(endpoint, { query })).blob();
}

async function send<Answer>(endpoint: Endpoint, options: LooseOptions): Promise<{ data: Answer; headers: Headers }> {
  const response = await request(endpoint, options, endpoint.method === 'get' ? fetchInTime : fetch);
  const data = response.status === 204 ? undefined : await response.json().catch(withoutAnswer(endpoint));
  return { data: data as Answer, headers: response.headers };
}

/** The answer of a call that succeeded. */
async function request(endpoint: Endpoint, options: LooseOptions, send: Send = fetch): Promise<Response> {
  const { params, query, body, form, opId, signal, isQuietAboutSession } = options;
  const response = await send(pathOf(endpoint, params, query), {
    method: endpoint.method.toUpperCase(),
    credentials: 'same-origin',
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(opId !== undefined && { 'Idempotency-Key': opId }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // The browser sets the content type with the multipart boundary.
    ...(form && { body: form }),
    ...(signal && { signal }),
  }).catch(withoutAnswer(endpoint));
  if (Number(response.headers.get(PROTOCOL_HEADER)) > PROTOCOL) handleNewerServer();
  if (response.ok) return response;
  const retryAfter = Number(response.headers.get('Retry-After')) || undefined;
  const text = await response.text().catch(withoutAnswer(endpoint));
  const error = new ApiError(response.status, text || response.statusText, retryAfter);
  if (isOfProxy(error)) throw new OfflineError(endpoint.method !== 'get');
  if (error.status === 401 && !isQuietAboutSession) handleSignedOut(error);
  throw error;
}

type Send = (path: string, init: RequestInit) => Promise<Response>;

const ANSWERED_WITHIN_MS = 30_000;

/** A device does not notice that its network answers nothing. A write may take longer, as an upload does. */
async function fetchInTime(path: string, { signal, ...init }: RequestInit): Promise<Response> {
  const ending = new AbortController();
  const cancel = () => ending.abort(signal?.reason);
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel);
  const timer = setTimeout(() => ending.abort(new DOMException('No answer', 'TimeoutError')), ANSWERED_WITHIN_MS);
  try {
    return await fetch(path, { ...init, signal: ending.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** Handles what fetch throws, unless the caller aborted: the connection ended before the answer, or a proxy sent a page. */
const withoutAnswer = (endpoint: Endpoint) => (error: unknown) => {
  const isAborted = error instanceof DOMException && error.name === 'AbortError';
  throw isAborted ? error : new OfflineError(endpoint.method !== 'get');
};

/** What a proxy answers while the server behind it is away. The server itself always sends a code. */
const isOfProxy = ({ status, code }: ApiError): boolean => code === undefined && (status === 404 || status > 501);

function parseErrorBody(body: string): Partial<ErrorBody> | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}
