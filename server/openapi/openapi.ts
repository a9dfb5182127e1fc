import { settingsApi } from '../../common/api/account.ts';
import { allCalls } from '../../common/api/all.ts';
import type { Call } from '../../common/api/call.ts';
import { GUEST_COOKIE } from '../platform/session/guestSession.ts';
import { SESSION_COOKIE } from '../platform/session/session.ts';
import { type PageRoute, pageRoutes } from './openapi.pages.ts';
import { idempotencyKey, parametersOf, textOfParameter } from './openapi.parameters.ts';
import {
  always,
  type ErrorBook,
  hasFields,
  headersOf,
  openErrorBook,
  responsesOf,
  sharedHeaders,
} from './openapi.responses.ts';
import { type JsonSchema, openSchemaBook, type SchemaBook } from './openapi.schemas.ts';
import { webhooksOf } from './openapi.webhooks.ts';
import { textOf } from './texts/all.texts.ts';
import { tags } from './texts/operationText.ts';

/** /api/folders/:id as OpenAPI writes it: /api/folders/{id}. */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

function requestBodyOf(call: Call, book: SchemaBook): JsonSchema | undefined {
  if (call === settingsApi.uploadPicture) {
    const schema = { type: 'object', properties: { profileImage: binary() }, required: ['profileImage'] };
    const encoding = { profileImage: { contentType: 'image/jpeg, image/png, image/webp, image/gif' } };
    return { required: true, content: { 'multipart/form-data': { schema, encoding } } };
  }
  if (!hasFields(call.body)) return undefined;
  return { required: true, content: { 'application/json': { schema: book.write(call.body, 'body') } } };
}

/** The ways to sign a request. Any one of them is enough. */
const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'The cookie that `login` and `register` set. On https its name has the prefix __Host-.',
  },
};

/** Guests of a vote have a cookie of their own, for the calls on that vote alone. */
const guestScheme = {
  guest: {
    type: 'apiKey',
    in: 'cookie',
    name: GUEST_COOKIE,
    description: 'The cookie that `joinAsGuest` sets. On https its name has the prefix __Host-.',
  },
};

/** Programs have an access token in place of a cookie, for the calls that one of its scopes opens. */
const tokenScheme = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A personal access token from Account Settings, in the header Authorization. Each call names the scope that it needs. A call that names none is open to no token. Tokens for some lists open only calls on these lists, and facts about titles.',
  },
};

const allSchemes = { ...securitySchemes, ...guestScheme, ...tokenScheme };

function securityOf({
  isPublic,
  isForGuests = false,
  scope = null,
}: Pick<Call, 'isPublic'> & Partial<Pick<Call, 'isForGuests' | 'scope'>>): object[] {
  if (isPublic) return [];
  return [
    { session: [] },
    ...(isForGuests ? [{ guest: [] }] : []),
    ...(scope ? [{ token: [scope.replace('list:', '')] }] : []),
  ];
}

interface Books {
  schemas: SchemaBook;
  errors: ErrorBook;
}

function operationOf(call: Call, { schemas, errors }: Books): JsonSchema {
  const { tag, ...text } = textOf(call);
  const body = requestBodyOf(call, schemas);
  const parameters = parametersOf(call, schemas);
  return {
    ...text,
    tags: [tag],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(call, schemas, errors),
    security: securityOf(call),
  };
}

function pageOperationOf(page: PageRoute, errors: ErrorBook): JsonSchema {
  const { tag, ...text } = page.text;
  const names = [...page.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const parameters = [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: page.param ?? { type: 'string' } })),
    ...Object.entries(page.query ?? {}).map(([name, schema]) => ({ name, in: 'query', required: false, schema })),
  ].map((parameter) => ({ ...parameter, ...textOfParameter(parameter.name, page.path) }));
  const answers = page.answers.map(({ status, description, types = [], headers = [] }) => [
    status,
    {
      description,
      headers: headersOf(Object.fromEntries(headers.map((name) => [name, always]))),
      ...(types.length > 0 ? { content: Object.fromEntries(types.map((type) => [type, mediaOf(type)])) } : {}),
    },
  ]);
  return {
    ...text,
    tags: [tag],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(page.form ? { requestBody: formOf(page.form) } : {}),
    responses: {
      ...Object.fromEntries(answers),
      ...errors.responsesOf([...page.errors, 'misdirected'], page.hasErrorPage ?? false),
    },
    security: securityOf(page),
  };
}

const formOf = (form: NonNullable<PageRoute['form']>): JsonSchema => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', ...form } } },
});

const binary = (contentMediaType = 'application/octet-stream') => ({
  type: 'string',
  format: 'binary',
  contentMediaType,
});

function mediaOf(type: string): JsonSchema {
  if (type.startsWith('image/')) return { schema: binary(type) };
  return { schema: { type: type === 'application/json' ? 'object' : 'string' } };
}

/** The whole contract as an OpenAPI 3.1 document, made of the same schemas that every request is checked against. */
export function createOpenApi(version: string): JsonSchema {
  const schemas = openSchemaBook();
  const errors = openErrorBook(schemas);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  const add = (method: string, path: string, operation: JsonSchema) => {
    paths[templateOf(path)] = { ...paths[templateOf(path)], [method]: operation };
  };
  for (const call of allCalls) add(call.method, call.path, operationOf(call, { schemas, errors }));
  for (const page of pageRoutes) add(page.method ?? 'get', page.path, pageOperationOf(page, errors));
  const webhooks = webhooksOf(schemas);
  const responses = errors.components();
  return {
    openapi: '3.1.0',
    info: infoOf(version),
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      responses,
      schemas: schemas.components(),
      parameters: { IdempotencyKey: idempotencyKey },
      headers: sharedHeaders(paths, responses),
      securitySchemes: allSchemes,
    },
  };
}

/** The part that the API documents have in common. */
export function infoOf(version: string): JsonSchema {
  return {
    title: 'Marquee',
    version,
    description: 'Movie and TV watchlists that several people edit at once.',
    contact: { name: 'The administrator of this server' },
    license: { name: 'MIT', identifier: 'MIT' },
  };
}
