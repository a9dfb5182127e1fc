import type { ErrorRequestHandler } from 'express';
import { isDatabaseAway } from '../database/databaseAway.ts';
import {
  Busy,
  DatabaseAway,
  invalid,
  isDiskFull,
  isDuplicateKey,
  noRoom,
  notFound,
  PartMissing,
  Problem,
} from '../http/errors.ts';
import { hideTokens } from '../http/secrets.ts';
import { log } from '../log.ts';
import { secretOf } from '../session/accessToken.ts';

interface HttpishError {
  status?: number;
  type?: string;
}

/** The contract's error for anything that was thrown, or null for an unexpected error. */
export function toProblem(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  if (isDatabaseAway(error)) return new DatabaseAway();
  if (isDiskFull(error)) return noRoom();
  if (isDuplicateKey(error)) return new Problem('conflict', 'Someone else just did the same');
  const { status, type } = (error ?? {}) as HttpishError;
  if (type === 'entity.too.large') return new Problem('too_large', 'The request is too large');
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') {
    return new Problem('unsupported_media_type', 'The request is in an unsupported encoding');
  }
  if (type === 'entity.parse.failed') return invalid([{ path: '', message: 'The request is not valid JSON' }]);
  // The path has a malformed escape sequence.
  if (error instanceof URIError) return notFound();
  if (status && status >= 400 && status < 500) return invalid([{ path: '', message: 'The request is not valid' }]);
  return null;
}

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

function problemOf(error: unknown, method: string): Problem {
  const problem = toProblem(error) ?? new Problem('internal', 'Something went wrong on our side');
  return problem instanceof DatabaseAway && !reads.has(method) ? new DatabaseAway(true) : problem;
}

/** Answers every error with the contract's error body. Unexpected errors are logged in full and answered without detail. */
export const errorHandler: ErrorRequestHandler = (error, req, res, next) => {
  if (res.writableEnded) {
    log.warn({ err: error, path: hideTokens(req.path) }, 'a request failed after its answer');
    return;
  }
  // The answer has started: Express closes the connection.
  if (res.headersSent) {
    next(error);
    return;
  }
  const problem = problemOf(error, req.method);
  // An upstream failure has been logged where it was noticed, once for all requests. A busy node is not an error, and
  // logging would add to its load.
  const isQuiet = problem.code === 'upstream' || error instanceof PartMissing || error instanceof Busy;
  if (problem.status >= 500 && !isQuiet)
    log.error(
      { err: error, requestId: res.getHeader('x-request-id'), method: req.method, path: hideTokens(req.path) },
      'request failed',
    );
  // As RFC 6750 asks. Programs know by it that the token is the reason.
  if (problem.status === 401 && secretOf(req) !== undefined)
    res.set('WWW-Authenticate', 'Bearer error="invalid_token"');
  if (problem.retryAfterSeconds) res.set('Retry-After', String(problem.retryAfterSeconds));
  res.status(problem.status).json(problem.toBody());
};
