import { type ErrorCode, errorStatus } from '../../common/errors.ts';
import { always, headersOf } from './openapi.headers.ts';
import { type JsonSchema, nameOfCodes, type SchemaBook } from './openapi.schemas.ts';

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
