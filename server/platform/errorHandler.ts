import type { ErrorRequestHandler } from 'express';
import mongoose from 'mongoose';
import { invalid, isDuplicateKey, notFound, Problem, unavailable } from './errors.ts';
import { log } from './log.ts';

interface HttpishError {
  status?: number;
  type?: string;
}

const { MongoNetworkError, MongoServerSelectionError, MongoNotConnectedError } = mongoose.mongo;

function isDatabaseAway(error: unknown): boolean {
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoNotConnectedError ||
    error instanceof mongoose.Error.MongooseServerSelectionError
  );
}

/** The contract's error for anything that was thrown, or null when nobody expected it. */
export function toProblem(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  if (isDatabaseAway(error)) return unavailable();
  if (isDuplicateKey(error)) return new Problem('conflict', 'Somebody else just did the same');
  const { status, type } = (error ?? {}) as HttpishError;
  if (type === 'entity.too.large') return new Problem('too_large', 'The request is too large');
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') {
    return new Problem('unsupported_media_type', 'The request is in an unsupported encoding');
  }
  if (type === 'entity.parse.failed') return invalid([{ path: '', message: 'The request is not valid JSON' }]);
  // A path that does not decode names nothing.
  if (error instanceof URIError) return notFound();
  if (status && status >= 400 && status < 500) return invalid([{ path: '', message: 'The request is not valid' }]);
  return null;
}

/** Turns every error into the one body; what nobody expected is logged whole and answered without detail. */
export const errorHandler: ErrorRequestHandler = (error, req, res, next) => {
  if (res.headersSent) {
    next(error);
    return;
  }
  const problem = toProblem(error) ?? new Problem('internal', 'Something went wrong on our side');
  // That an upstream is away has been logged where it was noticed, once for all requests.
  if (problem.status >= 500 && problem.code !== 'upstream')
    log.error(
      { err: error, requestId: res.getHeader('x-request-id'), method: req.method, path: req.path },
      'request failed',
    );
  if (problem.retryAfterSeconds) res.set('Retry-After', String(problem.retryAfterSeconds));
  res.status(problem.status).json(problem.toBody());
};
