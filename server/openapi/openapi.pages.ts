import type { ErrorCode } from '../../common/errors.ts';
import { artSizes } from '../features/titles/art.ts';
import type { JsonSchema } from './openapi.schemas.ts';
import type { TaggedText, TagName } from './texts/operationText.ts';

/** What is served under /api beside the calls of the contract: pages, pictures and the API documents. */
export interface PageRoute {
  text: TaggedText;
  /** `get` if absent. */
  method?: 'get' | 'post';
  /** Express's notation. */
  path: string;
  /** Of the parameters in the path. */
  param?: JsonSchema;
  query?: Record<string, JsonSchema>;
  /** The fields of the form that it takes. */
  form?: { required: string[]; properties: Record<string, JsonSchema> };
  answers: { status: number; description: string; types?: string[]; headers?: string[] }[];
  errors: readonly ErrorCode[];
  /** Browsers get errors as HTML. */
  hasErrorPage?: boolean;
  isPublic: boolean;
}

const unchanged = { status: 304, description: 'Not changed', headers: ['ETag', 'Cache-Control'] };
const picture = { status: 200, description: 'OK', types: ['image/webp'], headers: ['ETag', 'Cache-Control'] };
/** The body of a redirect, for programs that do not follow it. */
const redirectTypes = ['text/plain', 'text/html'];

const redirect = { status: 302, description: 'Redirect', types: redirectTypes, headers: ['Location'] };

const page = (tag: TagName, operationId: string, summary: string, description: string): TaggedText => ({
  tag,
  operationId,
  summary,
  description,
});

function artRoute(path: string, operationId: string, what: string): PageRoute {
  return {
    text: page('Images', operationId, `Get the ${what}`, 'Returns a picture that the server draws or has stored.'),
    path,
    param: { type: 'string', pattern: '^[0-9]{1,9}(-[0-9a-f]{6})?$' },
    query: { size: { type: 'string', enum: artSizes.map((width) => `w${width}`) } },
    answers: [picture, unchanged],
    errors: ['not_found', 'validation', 'rate_limited', 'upstream', 'unavailable'],
    isPublic: true,
  };
}

export const pageRoutes: readonly PageRoute[] = [
  {
    text: page(
      'Pages',
      'showLogin',
      'Open the sign-in page',
      'Shows the page with the sign-in form. A user who is signed in is redirected to the app.',
    ),
    path: '/api/login',
    query: { returnTo: { type: 'string' }, form: { type: 'string' } },
    answers: [{ status: 200, description: 'The sign-in page', types: ['text/html'] }, redirect],
    errors: ['rate_limited', 'unavailable'],
    isPublic: true,
  },
  {
    text: page('Pages', 'startSingleSignOn', 'Start single sign-on', 'Redirects to the identity provider.'),
    path: '/api/auth/oidc',
    query: { returnTo: { type: 'string' } },
    answers: [redirect],
    errors: ['not_found', 'rate_limited', 'upstream', 'unavailable'],
    hasErrorPage: true,
    isPublic: true,
  },
  {
    text: page(
      'Pages',
      'finishSingleSignOn',
      'Finish single sign-on',
      'The identity provider redirects the browser here.',
    ),
    path: '/api/auth/oidc/callback',
    query: { state: { type: 'string' }, code: { type: 'string' }, error: { type: 'string' } },
    answers: [
      redirect,
      {
        status: 200,
        description: 'A page that asks for the setup code, before the first account',
        types: ['text/html'],
      },
    ],
    errors: ['validation', 'forbidden', 'not_found', 'taken', 'conflict', 'rate_limited', 'upstream', 'unavailable'],
    hasErrorPage: true,
    isPublic: true,
  },
  {
    text: page(
      'Pages',
      'setUpBySingleSignOn',
      'Create the first account after single sign-on',
      'Takes the form with the setup code, and redirects to the app.',
    ),
    method: 'post',
    path: '/api/auth/oidc/setup',
    form: { required: ['ticket'], properties: { ticket: { type: 'string' }, setupCode: { type: 'string' } } },
    answers: [{ ...redirect, status: 303 }],
    errors: ['validation', 'forbidden', 'not_found', 'taken', 'conflict', 'rate_limited', 'unavailable'],
    hasErrorPage: true,
    isPublic: true,
  },
  {
    text: page(
      'Pages',
      'showLogout',
      'Sign out by a link',
      'Signs out and redirects. Asks first if another site may have sent the request.',
    ),
    path: '/api/logout',
    answers: [{ status: 200, description: 'A page that asks for confirmation', types: ['text/html'] }, redirect],
    errors: ['unavailable'],
    isPublic: true,
  },
  {
    text: page('Account', 'logout', 'Sign out', 'Ends the session and redirects to the start page.'),
    method: 'post',
    path: '/api/logout',
    answers: [{ ...redirect, status: 303 }],
    errors: ['forbidden', 'rate_limited', 'unavailable'],
    isPublic: true,
  },
  {
    text: page('Pages', 'showDocs', 'Read the API documents', 'Shows the API documents as an HTML page.'),
    path: '/api/docs',
    answers: [{ status: 200, description: 'The page', types: ['text/html'] }],
    errors: ['rate_limited', 'unavailable'],
    isPublic: true,
  },
  {
    text: page('Server', 'getAsyncApi', 'Get the document of live events', 'Returns the AsyncAPI document.'),
    path: '/api/asyncapi.json',
    answers: [{ status: 200, description: 'The AsyncAPI document', types: ['application/json'] }],
    errors: ['rate_limited', 'unavailable'],
    isPublic: true,
  },
  {
    text: page(
      'Server',
      'getExportSchema',
      'Get the schema of an exported account',
      'Returns the JSON Schema of the file that `exportAccount` writes in the format `marquee`.',
    ),
    path: '/api/export.schema.json',
    answers: [{ status: 200, description: 'The JSON Schema', types: ['application/json'] }],
    errors: ['rate_limited', 'unavailable'],
    isPublic: true,
  },
  {
    text: page('Server', 'getOpenApi', 'Get this document', 'Returns the OpenAPI document of the HTTP API.'),
    path: '/api/openapi.json',
    answers: [{ status: 200, description: 'This document', types: ['application/json'] }],
    errors: ['rate_limited', 'unavailable'],
    isPublic: true,
  },
  {
    text: page('Images', 'getProfilePicture', 'Get a profile picture', 'Returns an uploaded profile picture.'),
    path: '/api/users/pictures/:id',
    param: { type: 'string', pattern: '^[0-9a-f]{24}$' },
    answers: [picture, unchanged],
    errors: ['unauthorized', 'not_found', 'rate_limited', 'unavailable'],
    isPublic: false,
  },
  {
    text: page(
      'Progress',
      'getStatisticsPicture',
      'Get a picture of what you watched in a year',
      'Draws how much you watched in a year or, without a year, in all time, with the posters of what you watched most.',
    ),
    path: '/api/statistics/picture',
    query: { year: { type: 'integer', minimum: 1000, maximum: 9999 }, timeZone: { type: 'string', maxLength: 64 } },
    answers: [{ ...picture, types: ['image/jpeg'] }, unchanged],
    errors: ['unauthorized', 'validation', 'rate_limited', 'unavailable'],
    isPublic: false,
  },
  artRoute('/api/art/poster/movie/:id', 'getMoviePoster', 'poster of a movie'),
  artRoute('/api/art/poster/tv/:id', 'getTvShowPoster', 'poster of a TV show'),
  artRoute('/api/art/backdrop/movie/:id', 'getMovieBackdrop', 'backdrop of a movie'),
  artRoute('/api/art/backdrop/tv/:id', 'getTvShowBackdrop', 'backdrop of a TV show'),
  artRoute('/api/art/person/:id', 'getPersonPicture', 'picture of a person'),
];
