import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { allCalls } from '../common/api/all.ts';
import { addressOf } from './platform/http/address.ts';
import { insufficientScope } from './platform/http/errors.ts';
import { pathPattern } from './platform/http/pathPattern.ts';
import type { Limits } from './platform/limits/limits.ts';
import { readAccessToken, secretOf } from './platform/session/accessToken.ts';

/** In milliseconds of processor time: 500 wrong tokens a minute from an address. */
const GUESS_COST = 20;

const openCalls = allCalls
  .filter(({ scope }) => scope !== null)
  .map((call) => ({ method: call.method, pattern: pathPattern(call.path) }));

/** Whoever reads the address of a player, in a proxy's log for example, can only report what was watched. */
const requireNarrowAddress: RequestHandler = ({ accessToken, hasAddressToken }, _res, next) => {
  if (hasAddressToken && (accessToken?.kinds.size !== 1 || !accessToken.kinds.has('scrobble'))) {
    throw insufficientScope('Only an access token with the scope scrobble alone may be part of an address');
  }
  next();
};

/** Refuses what is no call of the contract, such as signing out. `serve` checks the scope of the call. */
const requireOpenCall: RequestHandler = (req, _res, next) => {
  const method = req.method === 'HEAD' ? 'get' : req.method.toLowerCase();
  const path = `/api${req.path}`;
  if (!openCalls.some((call) => call.method === method && call.pattern.test(path))) {
    throw insufficientScope('No access token may do this');
  }
  next();
};

/**
 * Handles requests with an access token, and all others by `bySession`. A token is sent by programs and never by a browser on
 * its own, so the page from which it comes does not matter.
 */
export function byAccessTokenOr(
  bySession: readonly RequestHandler[],
  { requestPerToken, workPerVisitor }: Pick<Limits, 'requestPerToken' | 'workPerVisitor'>,
): RequestHandler {
  const limitGuesses: ErrorRequestHandler = async (error, req, _res, next) => {
    if (!req.accessToken) await workPerVisitor.take(addressOf(req), GUESS_COST);
    next(error);
  };
  const limitRequests: RequestHandler = async (req, _res, next) => {
    if (req.accessToken) await requestPerToken.take(req.accessToken.id);
    next();
  };
  const sessions = Router().use(...bySession);
  const tokens = Router().use(readAccessToken, limitGuesses, requireNarrowAddress, limitRequests, requireOpenCall);
  return (req, res, next) => (secretOf(req) === undefined ? sessions : tokens)(req, res, next);
}
