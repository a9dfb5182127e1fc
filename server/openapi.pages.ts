import type { ErrorCode } from '../common/errors.ts';
import { artSizes } from './features/titles/art.ts';
import type { JsonSchema } from './openapi.schemas.ts';

/** What is read under /api beside the calls of the contract: pages, pictures and this document itself. */
export interface PageRoute {
  /** Express's notation. */
  path: string;
  /** Of the parameters in the path. */
  param?: JsonSchema;
  query?: Record<string, JsonSchema>;
  answers: { status: number; description: string; types?: string[]; headers?: string[] }[];
  errors: readonly ErrorCode[];
  /** Browsers are told of errors on a page. */
  hasErrorPage?: boolean;
  isPublic: boolean;
}

const unchanged = { status: 304, description: 'Unchanged', headers: ['ETag', 'Cache-Control'] };
const picture = { status: 200, description: 'OK', types: ['image/webp'], headers: ['ETag', 'Cache-Control'] };
/** A line of text for whoever does not follow. */
export const redirectTypes = ['text/plain', 'text/html'];

const ledOn = { status: 302, description: 'Led on', types: redirectTypes, headers: ['Location'] };

function artRoute(path: string): PageRoute {
  return {
    path,
    param: { type: 'string', pattern: '^[0-9]{1,9}(-[0-9a-f]{6})?$' },
    query: { size: { type: 'string', enum: artSizes.map((width) => `w${width}`) } },
    answers: [picture, unchanged],
    errors: ['not_found', 'validation', 'upstream', 'unavailable'],
    isPublic: true,
  };
}

export const pageRoutes: readonly PageRoute[] = [
  {
    path: '/api/login',
    query: { returnTo: { type: 'string' } },
    answers: [{ status: 200, description: 'The page to sign in on', types: ['text/html'] }, ledOn],
    errors: ['unavailable'],
    isPublic: true,
  },
  {
    path: '/api/auth/oidc',
    query: { returnTo: { type: 'string' } },
    answers: [ledOn],
    errors: ['not_found', 'upstream', 'unavailable'],
    hasErrorPage: true,
    isPublic: true,
  },
  {
    path: '/api/auth/oidc/callback',
    query: { state: { type: 'string' }, code: { type: 'string' }, error: { type: 'string' } },
    answers: [ledOn],
    errors: ['validation', 'forbidden', 'not_found', 'taken', 'conflict', 'rate_limited', 'upstream', 'unavailable'],
    hasErrorPage: true,
    isPublic: true,
  },
  { path: '/api/logout', answers: [ledOn], errors: ['unavailable'], isPublic: true },
  {
    path: '/api/openapi.json',
    answers: [{ status: 200, description: 'This document', types: ['application/json'] }],
    errors: ['unavailable'],
    isPublic: true,
  },
  {
    path: '/api/users/pictures/:id',
    param: { type: 'string', pattern: '^[0-9a-f]{24}$' },
    answers: [picture, unchanged],
    errors: ['unauthorized', 'not_found', 'unavailable'],
    isPublic: false,
  },
  artRoute('/api/art/poster/movie/:id'),
  artRoute('/api/art/poster/tv/:id'),
  artRoute('/api/art/backdrop/movie/:id'),
  artRoute('/api/art/backdrop/tv/:id'),
  artRoute('/api/art/person/:id'),
];
