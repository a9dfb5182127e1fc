import { accountApi } from '../../common/api/account.ts';
import type { Call } from '../../common/api/call.ts';
import { itemApi, listApi } from '../../common/api/lists.ts';
import { type ErrorCode, errorStatus } from '../../common/errors.ts';
import { familyKeys } from '../../common/families.ts';
import { SESSION_COOKIE } from '../platform/session/session.ts';
import { type JsonSchema, nameOfCodes, type SchemaBook } from './openapi.schemas.ts';

const isWrite = (call: Call) => call.method !== 'get';
/**
 * Calls that the forms of the sign-in page make as well. Forms get redirects and HTML. They are not part of the document:
 * generators of clients cannot handle two content types for one body.
 */
export const isForm = (call: Call) => forms.some((form) => form === call);
const forms: readonly Call[] = [accountApi.login, accountApi.loginCode, accountApi.register];

/** What a write may answer whatever it does: a foreign page, a body that cannot be read, a key used before. */
const anyWrite: readonly ErrorCode[] = ['validation', 'forbidden', 'conflict', 'too_large', 'unsupported_media_type'];

/** Every error that a call may be answered with. */
export function errorsOf(call: Call): ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...call.errors,
      'misdirected',
      'unauthorized',
      'insufficient_scope',
      'rate_limited',
      'unavailable',
      ...(isWrite(call) ? anyWrite : []),
      ...(hasFields(call.query) ? (['validation'] as const) : []),
      ...(call.path.includes(':') ? (['not_found'] as const) : []),
    ]),
  ];
}

/** False for the empty object alone: a union has no shape of its own. */
export function hasFields(schema: Call['query']): boolean {
  return !('shape' in schema) || Object.keys(schema.shape as object).length > 0;
}

/** The headers that come with a call's success; `required` unless it depends on the request. */
function successHeadersOf(call: Call): Record<string, { isRequired: boolean }> {
  if (call.pagedBy !== null) return { Link: sometimes };
  const isItems = familyKeys.some((key) => call === listApi[key].items);
  if (isItems) {
    return { ETag: always, 'Folder-Rev': always, 'X-Total-Count': always };
  }
  if (call === itemApi.list) return { ETag: sometimes, 'Folder-Rev': sometimes, 'X-Total-Count': always };
  if (familyKeys.some((key) => call === listApi[key].shares)) return { 'Folder-Rev': always };
  if (call.path.startsWith('/api/users/') && call.path.endsWith('/items')) return { 'X-Total-Count': always };
  if (call.files.length > 0) return { 'Content-Disposition': always };
  return isForm(call) || call === accountApi.passkeyLogin ? { 'Set-Cookie': always } : {};
}

export function responsesOf(call: Call, book: SchemaBook, errors: ErrorBook): JsonSchema {
  const headers = successHeadersOf(call);
  const content = {
    'application/json': { schema: book.write(call.answer, 'answer') },
    ...Object.fromEntries(call.files.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }])),
  };
  const success =
    call.status === 204
      ? { description: 'Done. There is no body.', headers: headersOf(headers) }
      : { description: call.status === 201 ? 'Created' : 'OK', headers: headersOf(headers), content };
  const { 'X-Total-Count': _counted, ...kept } = headers;
  return {
    [call.status]: success,
    ...('ETag' in headers ? { 304: { description: 'Not changed', headers: headersOf(kept) } } : {}),
    ...errors.responsesOf(errorsOf(call), false),
  };
}

/** When each error is returned. */
const texts: Record<ErrorCode, string> = {
  validation: 'The request is not valid. `issues` names the fields.',
  unauthorized: 'You are not signed in, or the password is wrong.',
  forbidden: 'You do not have the permission, or the request comes from another site.',
  password_change_required: 'The password is temporary. Send a new one.',
  registration_closed: 'Nobody can create an account here now.',
  invitation_required: 'Only somebody with a valid invitation link can create an account here.',
  account_disabled: 'The operator has disabled the account.',
  second_factor_required: 'The password is right, and a code is needed too. `ticket` continues the sign-in.',
  insufficient_scope: 'The access token of the request does not open this call.',
  fresh_sign_in_required: 'Confirm who you are first, by POST /api/user/fresh-sign-in.',
  not_found: 'It does not exist, or you may not see it.',
  method_not_allowed: 'The path does not have this method. `Allow` names those that it has.',
  already_in_folder: 'The title is already in the list.',
  reserved_name: 'The name is reserved.',
  already_member: 'The user is already a member.',
  already_invited: 'The user already has an invitation.',
  already_answered: 'The invitation or the request was already answered.',
  taken: 'Another account uses it already.',
  conflict: 'The request does not fit the current state, or the Idempotency-Key was used for another request.',
  several_plays: 'It would remove more than one play. Send it with `all` if that is meant.',
  changed_since: 'Someone else has changed this after the rev that the request names.',
  watch_ahead: 'You watch the show with others, who are not there yet. Send it with `ahead` if that is meant.',
  limit_reached: 'A limit on the number of entries was reached.',
  poll_open: 'The list has an open poll already. `pollId` is its id.',
  too_few_candidates: 'There are too few titles to decide between.',
  too_large: 'The body is too large.',
  unsupported_media_type: 'The content type or the file type is not supported.',
  misdirected: 'This server does not serve this host name.',
  rate_limited: 'Too many requests. Wait for Retry-After seconds.',
  internal: 'An unexpected error.',
  upstream: 'The source of titles, or the identity provider, did not answer.',
  unavailable: 'The database is not available. Wait for Retry-After seconds.',
};

export interface ErrorBook {
  /** By status: references to the shared responses with these codes; `asPage` where browsers get HTML. */
  responsesOf(codes: readonly ErrorCode[], asPage: boolean): Record<string, JsonSchema>;
  /** All responses that were referred to so far. */
  components(): Record<string, JsonSchema>;
}

/** Collects the error responses that operations share. */
export function openErrorBook(schemas: SchemaBook): ErrorBook {
  const components = new Map<string, JsonSchema>();

  function refer(codes: readonly ErrorCode[], asPage: boolean): JsonSchema {
    const name = `${nameOfCodes(codes)}${asPage ? 'Page' : ''}`;
    components.set(name, errorResponse(codes, asPage, schemas));
    return { $ref: `#/components/responses/${name}` };
  }

  return {
    responsesOf(codes, asPage) {
      const statuses = [...new Set(codes.map((code) => errorStatus[code]))].sort((a, b) => a - b);
      return Object.fromEntries(
        statuses.map((status) => [status, refer(codes.filter((code) => errorStatus[code] === status).sort(), asPage)]),
      );
    },
    components: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function errorResponse(codes: readonly ErrorCode[], asPage: boolean, schemas: SchemaBook): JsonSchema {
  const waits = codes.some((code) => code === 'rate_limited' || code === 'unavailable');
  return {
    description: codes.map((code) => `\`${code}\`: ${texts[code]}`).join('\n\n'),
    headers: headersOf(waits ? { 'Retry-After': always } : {}),
    content: {
      'application/json': { schema: schemas.problem(codes) },
      ...(asPage ? { 'text/html': { schema: { type: 'string' } } } : {}),
    },
  };
}

type Headers = Record<string, { isRequired: boolean }>;

export const always = { isRequired: true };
const sometimes = { isRequired: false };

/** References to these shared headers, and to the one that comes with every answer. */
export function headersOf(headers: Headers): JsonSchema {
  return Object.fromEntries(
    Object.entries({ 'X-Request-Id': always, ...headers }).map(([name, { isRequired }]) => [
      name,
      { $ref: `${PLACE}${isRequired ? '' : SOMETIMES}${name}` },
    ]),
  );
}

const PLACE = '#/components/headers/';
const SOMETIMES = 'Sometimes-';

const text = { type: 'string' };
const headerTexts: Record<string, { description: string; schema: JsonSchema }> = {
  'X-Request-Id': { description: 'The id of this request in the log.', schema: { type: 'string', format: 'uuid' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  ETag: { description: 'Send it back as If-None-Match.', schema: text },
  'Folder-Rev': { description: 'The answer is at least as new as this rev.', schema: { type: 'integer' } },
  'X-Total-Count': { description: 'The number of entries on all pages.', schema: { type: 'integer', minimum: 0 } },
  Link: { description: 'The next page, with rel="next"; absent on the last one.', schema: text },
  'Set-Cookie': {
    description: `The session: ${SESSION_COOKIE}, with the prefix __Host- on https.`,
    schema: text,
  },
  'Content-Disposition': { description: 'The name of the file.', schema: text },
  Location: { description: 'The address to open next.', schema: text },
  'Cache-Control': { description: 'How long it may be kept. With `immutable`, it never changes.', schema: text },
};

/** The shared headers that these parts of the document refer to. */
export function sharedHeaders(...parts: JsonSchema[]): JsonSchema {
  const referred = JSON.stringify(parts);
  return Object.fromEntries(
    Object.entries(headerTexts)
      .flatMap(([name, header]): [string, JsonSchema][] => [
        [name, { ...header, required: true }],
        [`${SOMETIMES}${name}`, header],
      ])
      .filter(([name]) => referred.includes(`"${PLACE}${name}"`)),
  );
}
