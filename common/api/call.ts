import { z } from 'zod';
import type { Endpoint } from '../endpoints.ts';
import type { ErrorCode } from '../errors.ts';
import type { TokenScope } from '../schemas/account/token.ts';
import { idSchema, noContentSchema } from '../schemas/primitives.ts';

export type PageParameter = 'after' | 'before';

type FileType = 'text/csv' | 'text/plain' | 'application/zip';

/** One REST call, declared once: the server validates requests with it, the client takes its types from it, and OpenAPI is generated from it. */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  PagedBy extends PageParameter | null = PageParameter | null,
> extends Endpoint {
  params: Params;
  query: Query;
  body: Body;
  answer: Answer;
  /** The status of a successful answer. */
  status: 200 | 201 | 204;
  /** Other content types of a successful answer: files in a format that the query asks for. */
  files: readonly FileType[];
  /** Only this call's own errors. Errors that every call, write or query can return are not repeated here. */
  errors: readonly ErrorCode[];
  /** Visitors who are not signed in may call it. */
  isPublic: boolean;
  /** Guests of a poll may call it with their own cookie. */
  isForGuests: boolean;
  /**
   * The scope of a personal access token that opens the call. With `list:`, also when the token is narrowed to some lists: the
   * call concerns one list, which is checked, or facts about titles. Null if no token opens it.
   */
  scope: TokenScope | `list:${TokenScope}` | null;
  /**
   * Apps keep such a write while they are offline, so it may be sent again weeks later: its answer is kept for as long for a
   * repeated Idempotency-Key.
   */
  isQueued: boolean;
  /** If the answer is one page of a list: the query parameter in the Link header that asks for the next page. */
  pagedBy: PagedBy;
}

const none = z.object({});
type None = typeof none;

interface CallOptions<P, Q, B, A, N> {
  params?: P;
  query?: Q;
  body?: B;
  answer: A;
  status?: Call['status'];
  files?: Call['files'];
  errors?: readonly ErrorCode[];
  isPublic?: boolean;
  isForGuests?: boolean;
  scope?: NonNullable<Call['scope']>;
  isQueued?: boolean;
  pagedBy?: N;
}

/** Describes an endpoint. Without params, query or body, their schema is the empty object. */
export function call<
  A extends z.ZodType,
  P extends z.ZodType = None,
  Q extends z.ZodType = None,
  B extends z.ZodType = None,
  N extends PageParameter | null = null,
>(endpoint: Endpoint, options: CallOptions<P, Q, B, A, N>): Call<P, Q, B, A, N> {
  return {
    ...endpoint,
    params: options.params ?? (none as unknown as P),
    query: options.query ?? (none as unknown as Q),
    body: options.body ?? (none as unknown as B),
    answer: options.answer,
    status: options.status ?? 200,
    files: options.files ?? [],
    errors: options.errors ?? [],
    isPublic: options.isPublic ?? false,
    isForGuests: options.isForGuests ?? false,
    scope: options.scope ?? null,
    isQueued: options.isQueued ?? false,
    pagedBy: options.pagedBy ?? (null as N),
  };
}

export const idParams = z.object({ id: idSchema });

/** The errors of a call on something that the caller may not be allowed to see. */
export const seen = ['not_found'] as const;

/** The errors of a call that also needs a permission. */
export const guarded = ['not_found', 'forbidden'] as const;

/** For a call on one thing, named by its id, that needs a permission. */
export const ofOne = { params: idParams, errors: guarded } as const;

/** For a call that answers with nothing. */
export const done = { answer: noContentSchema, status: 204 } as const;
