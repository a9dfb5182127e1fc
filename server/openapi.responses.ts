import { accountApi, type Call, itemApi, listApi } from '../common/api.ts';
import { type ErrorCode, errorStatus } from '../common/errors.ts';
import { familyKeys } from '../common/families.ts';
import { redirectTypes } from './openapi.pages.ts';
import type { JsonSchema, SchemaBook } from './openapi.schemas.ts';
import { SESSION_COOKIE } from './platform/session.ts';

export const isWrite = (call: Call) => call.method !== 'get';
export const isForm = (call: Call) => call === accountApi.login || call === accountApi.register;

/** What a write may answer whatever it does: a foreign page, a body that cannot be read, a key used before. */
const anyWrite: readonly ErrorCode[] = [
  'validation',
  'forbidden',
  'conflict',
  'too_large',
  'unsupported_media_type',
  'rate_limited',
];

/** Every error that a call may be answered with. */
export function errorsOf(call: Call): ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...call.errors,
      'unavailable',
      ...(call.isPublic ? [] : (['unauthorized'] as const)),
      ...(isWrite(call) ? anyWrite : []),
      ...(hasFields(call.query) ? (['validation'] as const) : []),
      ...(call.path.includes(':') ? (['not_found'] as const) : []),
    ]),
  ];
}

export function hasFields(schema: Call['query']): boolean {
  return 'shape' in schema && Object.keys(schema.shape as object).length > 0;
}

/** The headers that come with a call's success; `required` unless it depends on the request. */
function successHeadersOf(call: Call): Record<string, { isRequired: boolean }> {
  const isItems = familyKeys.some((key) => call === listApi[key].items);
  if (isItems) {
    return { ETag: always, 'Folder-Rev': always, 'X-Total-Count': always };
  }
  if (call === itemApi.list) return { ETag: sometimes, 'Folder-Rev': sometimes, 'X-Total-Count': always };
  if (familyKeys.some((key) => call === listApi[key].shares)) return { 'Folder-Rev': always };
  if (call.path.startsWith('/api/users/') && call.path.endsWith('/items')) return { 'X-Total-Count': always };
  return isForm(call) ? { 'Set-Cookie': always } : {};
}

export const always = { isRequired: true };
const sometimes = { isRequired: false };

type Headers = Record<string, { isRequired: boolean }>;

export function headersOf(headers: Headers): JsonSchema {
  return Object.fromEntries(
    Object.entries({ 'X-Request-Id': always, ...headers }).map(([name, { isRequired }]) => [
      name,
      { $ref: `#/components/headers/${isRequired ? '' : 'Sometimes-'}${name}` },
    ]),
  );
}

/** Which statuses these errors are answered with, each naming the response that they share with other calls. */
export function errorResponsesOf(codes: readonly ErrorCode[], asPage: boolean): Record<string, JsonSchema> {
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => errorStatus[code] === status).sort();
      return [status, { $ref: `#/components/responses/${ofStatus.join('-')}${asPage ? PAGE : ''}` }];
    }),
  );
}

const PAGE = '.page';

/** The responses that the operations refer to, each made of the codes in its name. */
export function sharedResponses(paths: JsonSchema, book: SchemaBook): JsonSchema {
  const names = new Set(JSON.stringify(paths).match(/(?<=#\/components\/responses\/)[\w.-]+/g));
  return Object.fromEntries([...names].sort().map((name) => [name, errorResponse(name, book)]));
}

function errorResponse(name: string, book: SchemaBook): JsonSchema {
  const codes = name.replace(PAGE, '').split('-') as ErrorCode[];
  const waits = codes.some((code) => code === 'rate_limited' || code === 'unavailable');
  return {
    description: codes.join(' or '),
    headers: headersOf(waits ? { 'Retry-After': always } : {}),
    content: {
      'application/json': { schema: book.problem(codes) },
      ...(name.endsWith(PAGE) ? { 'text/html': { schema: { type: 'string' } } } : {}),
    },
  };
}

export function responsesOf(call: Call, book: SchemaBook): JsonSchema {
  const headers = successHeadersOf(call);
  const content = { 'application/json': { schema: book.write(call.answer, 'output') } };
  const success =
    call.status === 204
      ? { description: 'Done', headers: headersOf(headers) }
      : { description: call.status === 201 ? 'Made' : 'OK', headers: headersOf(headers), content };
  const { 'X-Total-Count': _counted, ...kept } = headers;
  return {
    [call.status]: success,
    ...('ETag' in headers ? { 304: { description: 'Unchanged', headers: headersOf(kept) } } : {}),
    ...(isForm(call)
      ? {
          303: {
            description: 'A form is led on',
            headers: headersOf({ Location: always, 'Set-Cookie': always }),
            content: Object.fromEntries(redirectTypes.map((type) => [type, {}])),
          },
        }
      : {}),
    ...errorResponsesOf(errorsOf(call), isForm(call)),
  };
}

const text = { type: 'string' };
const texts: Record<string, { description: string; schema: JsonSchema }> = {
  'X-Request-Id': { description: 'What the log calls this request.', schema: { type: 'string', format: 'uuid' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  ETag: { description: 'Send it back as If-None-Match.', schema: text },
  'Folder-Rev': { description: 'The rev that the answer is at least as new as.', schema: { type: 'integer' } },
  'X-Total-Count': { description: 'How many there are on all pages.', schema: { type: 'integer', minimum: 0 } },
  'Set-Cookie': { description: `The session: ${SESSION_COOKIE}.`, schema: text },
  Location: { description: 'Where to go on.', schema: text },
  'Cache-Control': { description: 'May be kept for ever.', schema: { type: 'string', pattern: 'immutable' } },
};

export const sharedHeaders = Object.fromEntries(
  Object.entries(texts).flatMap(([name, header]) => [
    [name, { ...header, required: true }],
    [`Sometimes-${name}`, header],
  ]),
);
