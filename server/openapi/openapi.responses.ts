import { accountApi, settingsApi } from '../../common/api/account.ts';
import type { Call } from '../../common/api/call.ts';
import { itemApi, listApi } from '../../common/api/lists.ts';
import type { ErrorCode } from '../../common/errors.ts';
import { familyKeys } from '../../common/families.ts';
import type { ErrorBook } from './openapi.errors.ts';
import { always, headersOf, sometimes } from './openapi.headers.ts';
import type { JsonSchema, SchemaBook } from './openapi.schemas.ts';

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
      'rate_limited',
      'unavailable',
      ...(call.isPublic ? [] : (['unauthorized'] as const)),
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
  if (call === settingsApi.exportAccount) return { 'Content-Disposition': always };
  return isForm(call) || call === accountApi.passkeyLogin ? { 'Set-Cookie': always } : {};
}

export function responsesOf(call: Call, book: SchemaBook, errors: ErrorBook): JsonSchema {
  const headers = successHeadersOf(call);
  const content = { 'application/json': { schema: book.write(call.answer, 'answer') } };
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
