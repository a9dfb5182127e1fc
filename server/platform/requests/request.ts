import { createHash } from 'node:crypto';
import type { Request, Response, Router } from 'express';
import { z } from 'zod';
import type { Call, PageParameter } from '../../../common/api/call.ts';
import { opIdSchema } from '../../../common/schemas/primitives.ts';
import { invalid, issuesOf, notFound, unauthorized } from '../http/errors.ts';
import { type IdPage, linkNext } from '../http/nextPage.ts';
import { requireScope, userIdOf } from '../session/accessToken.ts';
import { findGuest, type Guest } from '../session/guestSession.ts';
import { runJsonParser } from './jsonBody.ts';
import { type Actor, findAnswer, type LargePart } from './operations.ts';

export interface Input<C extends Call> {
  params: z.output<C['params']>;
  query: z.output<C['query']>;
  body: z.output<C['body']>;
}

/** Who makes a request. The user's id is empty for visitors and for guests without an account. */
export interface Caller {
  userId: string;
  /** Set by calls that are for guests too, when the request has a guest's cookie. */
  guest: Guest | null;
}

export interface Context extends Actor, Caller {
  req: Request;
  res: Response;
}

export interface RouteOptions<C extends Call> {
  /**
   * Checks access before a bad body or query is answered: 404 and 403 come before 400, so that an invalid request does not
   * reveal whether a folder exists. Receives the query and body before validation.
   */
  access?: (
    input: { params: z.output<C['params']>; query: unknown; body: unknown },
    userId: string,
    guest: Guest | null,
  ) => Promise<unknown>;
  /** The part of a large answer that is not stored for a repeated Idempotency-Key. */
  largePart?: LargePart<z.output<C['answer']>>;
}

/** What a handler returns: the answer, or for a paged call one page of it and where the next one begins. */
type Answer<C extends Call> = C['pagedBy'] extends PageParameter
  ? IdPage<z.input<C['answer']> extends readonly (infer Entry)[] ? Entry : never>
  : z.input<C['answer']>;

/** What a handler returns that has written its answer itself. */
export const WRITTEN = Symbol('written');

/** The signed-in user's id; throws unauthorized. */
export function currentUserId(req: Request): string {
  const userId = userIdOf(req);
  if (!userId) throw unauthorized();
  return userId;
}

async function findCaller(req: Request, call: Call): Promise<Caller> {
  requireScope(req, call.scope);
  const guest = call.isForGuests ? await findGuest(req) : null;
  const isOpen = call.isPublic || guest !== null;
  return { userId: isOpen ? (userIdOf(req) ?? '') : currentUserId(req), guest };
}

/**
 * Mounts one call of the contract. The request is validated by the call's schemas. The handler gets the typed input, and its
 * result is sent with the call's status.
 */
export function serve<C extends Call>(
  router: Router,
  call: C,
  handler: (input: Input<C>, context: Context) => Promise<Answer<C> | typeof WRITTEN> | Answer<C>,
  options: RouteOptions<C> = {},
): void {
  router[call.method](call.path, async (req, res) => {
    const caller = await findCaller(req, call);
    const input = await parse(req, call, caller, options);
    const actor: Actor = {
      userId: caller.userId,
      ...(caller.guest && { guestId: caller.guest.id }),
      ...(isWrite(call) ? operationOf(req, { body: input.body, call, ...options }) : {}),
    };
    // A repeated Idempotency-Key gets the first answer, even when the entity has been deleted since.
    const known = await findAnswer(actor);
    // answerLimit.ts may have answered 503 in the meantime. Then the handler need not start.
    if (res.headersSent) return;
    const answer = known
      ? (known.answer as Answer<C>)
      : await handler(input, { ...actor, guest: caller.guest, req, res });
    if (answer === WRITTEN || res.headersSent) return;
    if (call.status === 204) res.status(204).end();
    else if (call.pagedBy) {
      const { page, next } = answer as IdPage<unknown>;
      linkNext(req, res, call.pagedBy, next);
      res.status(call.status).json(page);
    } else res.status(call.status).json(answer);
  });
}

// Reads have no body and need no key.
const isWrite = (call: Call) => call.method !== 'get';

const bodyRead = { ok: true } as const;

const headersSchema = z.object({ 'idempotency-key': opIdSchema.optional() });

async function parse<C extends Call>(
  req: Request,
  call: C,
  { userId, guest }: Caller,
  options: RouteOptions<C>,
): Promise<Input<C>> {
  const params = call.params.safeParse(req.params);
  // A malformed id matches no entity.
  if (!params.success) throw notFound();
  const isBodyRead = isWrite(call) ? await runJsonParser(req) : bodyRead;
  const rawBody: unknown = req.body ?? {};
  const query = call.query.safeParse(req.query);
  const body = call.body.safeParse(rawBody);
  const key = headersSchema.safeParse(isWrite(call) ? req.headers : {});
  if (isBodyRead.ok && query.success && body.success && key.success) {
    return { params: params.data, query: query.data, body: body.data } as Input<C>;
  }
  await options.access?.(
    { params: params.data as z.output<C['params']>, query: req.query, body: rawBody },
    userId,
    guest,
  );
  if (!isBodyRead.ok) throw isBodyRead.error;
  throw invalid([query, body, key].flatMap(({ error }) => (error ? issuesOf(error) : [])));
}

interface Write {
  body: unknown;
  call: Pick<Call, 'isQueued'>;
  largePart?: LargePart<unknown>;
}

function operationOf(req: Request, { body, call: { isQueued }, largePart }: Write): Pick<Actor, 'operation'> {
  const opId = req.get('idempotency-key');
  if (!opId) return {};
  const call = createHash('sha256')
    .update(`${req.method} ${req.originalUrl} ${JSON.stringify(body)}`)
    .update(req.file?.buffer ?? '')
    .digest('base64url');
  return { operation: { opId: opId.toLowerCase(), call, isQueued, ...(largePart && { largePart }) } };
}
