import type { z } from 'zod';
import type { Call } from '../../common/api.ts';
import type { ErrorBody, ErrorCode } from '../../common/errors.ts';

/** A call that did not succeed: `message` is the status, a colon, a space and the raw body. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly issues: NonNullable<ErrorBody['issues']>;
  /** The server's text for people, when it sent one. */
  readonly text: string | undefined;

  constructor(status: number, body: string) {
    super(`${status}: ${body}`);
    this.name = 'ApiError';
    const parsed = parseErrorBody(body);
    this.status = status;
    this.code = parsed?.code;
    this.issues = parsed?.issues ?? [];
    this.text = parsed?.error;
  }
}

/** The request never got an answer: the server or the network is away. */
export class OfflineError extends ApiError {
  constructor() {
    super(0, JSON.stringify({ error: 'Marquee cannot be reached. Check your connection and try again.' }));
    this.name = 'OfflineError';
  }
}

type Part<Name extends string, Schema extends z.ZodType> =
  Record<string, never> extends z.input<Schema> ? { [K in Name]?: z.input<Schema> } : { [K in Name]: z.input<Schema> };

interface Extras {
  /** Repeating a write under the same key within a day changes nothing twice. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Sent as multipart in place of a JSON body: an upload. */
  form?: FormData;
  /** Whoever asks deals with being signed out: no toast, no redirect. */
  isQuietAboutSession?: boolean;
}

export type CallOptions<C extends Call> = Part<'params', C['params']> &
  Part<'query', C['query']> &
  Part<'body', C['body']> &
  Extras;

type OptionsArgument<C extends Call> =
  Record<string, never> extends CallOptions<C> ? [options?: CallOptions<C>] : [options: CallOptions<C>];

interface LooseOptions extends Extras {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

let handleSignedOut: (error: ApiError) => void = () => undefined;

/** Who is told when a call is answered 401. */
export function onSignedOut(handler: (error: ApiError) => void): void {
  handleSignedOut = handler;
}

/** Makes one REST call of the contract and gives its answer. */
export async function call<C extends Call>(
  apiCall: C,
  ...[options]: OptionsArgument<C>
): Promise<z.output<C['answer']>> {
  const { data } = await send<z.output<C['answer']>>(apiCall, options ?? {});
  return data;
}

/** As `call`, with the answer's headers: lists of items tell their rev and length there. */
export async function callWithHeaders<C extends Call>(
  apiCall: C,
  ...[options]: OptionsArgument<C>
): Promise<{ data: z.output<C['answer']>; headers: Headers }> {
  return send(apiCall, options ?? {});
}

/** The path of a call with its params filled in and its query behind it. */
export function pathOf(apiCall: Pick<Call, 'path'>, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>;
  const path = apiCall.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

async function send<Answer>(apiCall: Call, options: LooseOptions): Promise<{ data: Answer; headers: Headers }> {
  const { params, query, body, form, idempotencyKey, signal, isQuietAboutSession } = options;
  const response = await fetch(pathOf(apiCall, params, query), {
    method: apiCall.method.toUpperCase(),
    credentials: 'same-origin',
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // The browser names the boundary between its parts itself.
    ...(form && { body: form }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    throw isAbort(error) ? error : new OfflineError();
  });
  if (response.ok) {
    const data = response.status === 204 ? undefined : await response.json();
    return { data: data as Answer, headers: response.headers };
  }
  const error = new ApiError(response.status, (await response.text()) || response.statusText);
  if (error.status === 401 && !isQuietAboutSession) handleSignedOut(error);
  throw error;
}

/** True for the rejection of a request that its caller gave up. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

function parseErrorBody(body: string): Partial<ErrorBody> | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}
