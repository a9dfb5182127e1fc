import type { Request, RequestHandler } from 'express';
import { pollApi } from '../common/api/polls.ts';
import { unauthorized } from './platform/http/errors.ts';
import { pathPattern } from './platform/http/pathPattern.ts';

const openPaths = new Set([
  '/login',
  '/logout',
  '/auth/register',
  '/auth/login',
  '/auth/login/code',
  '/auth/forgot-password',
  '/auth/reset-password',
  '/auth/confirm-email',
  '/auth/passkey',
  '/auth/passkey/options',
  '/auth/oidc',
  '/auth/oidc/callback',
  '/auth/oidc/setup',
  '/config',
  '/openapi.json',
  '/export.schema.json',
  '/asyncapi.json',
  '/docs',
]);

/** The address of what an invitation link offers. The middle of its path is the link's secret. */
const openOffer = /^\/invitation-links\/[^/]+\/offer$/;

/** The address of a guest link. The rest of its path is the link's secret. */
const openGuestLink = /^\/guest\/[^/]+$/;

const isOpen = ({ method, path }: Request) =>
  openPaths.has(path) || (method === 'GET' && openOffer.test(path)) || openGuestLink.test(path);

/** The paths of the calls for guests. They find out themselves whether the guest's cookie is valid. */
const guestPaths = Object.values(pollApi)
  .filter(({ isForGuests }) => isForGuests)
  .map((call) => ({ method: call.method, pattern: pathPattern(call.path) }));

const mayBeGuest = (req: Request) =>
  req.guestToken !== undefined &&
  guestPaths.some(({ method, pattern }) => method === req.method.toLowerCase() && pattern.test(`/api${req.path}`));

/** Without a session, everything under /api is 401 except the open paths, and for guests the calls on their poll. */
export const requireSession: RequestHandler = (req, _res, next) => {
  if (req.session.userId || isOpen(req) || mayBeGuest(req)) next();
  else next(unauthorized());
};
