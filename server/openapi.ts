import { allCalls, type Call, settingsApi } from '../common/api.ts';
import { type PageRoute, pageRoutes } from './openapi.pages.ts';
import {
  always,
  errorResponsesOf,
  hasFields,
  headersOf,
  isForm,
  isWrite,
  responsesOf,
  sharedHeaders,
  sharedResponses,
} from './openapi.responses.ts';
import { type JsonSchema, openSchemaBook, type SchemaBook } from './openapi.schemas.ts';
import { SESSION_COOKIE } from './platform/session.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
  description?: string;
}

/** /api/folders/:id as OpenAPI writes it: /api/folders/{id}. */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

function parametersOf(call: Call, book: SchemaBook): (Parameter | JsonSchema)[] {
  const named = (schema: Call['params'], place: 'path' | 'query'): Parameter[] => {
    const { properties = {}, required = [] } = book.write(schema, 'input') as {
      properties?: Record<string, JsonSchema>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, one]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: one,
    }));
  };
  const takesKey = isWrite(call) && !call.isPublic;
  return [
    ...named(call.params, 'path'),
    ...named(call.query, 'query'),
    ...(takesKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

function requestBodyOf(call: Call, book: SchemaBook): JsonSchema | undefined {
  if (call === settingsApi.uploadPicture) {
    const picture = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };
    const schema = { type: 'object', properties: { profileImage: picture }, required: ['profileImage'] };
    const encoding = { profileImage: { contentType: 'image/jpeg, image/png, image/webp, image/gif' } };
    return { required: true, content: { 'multipart/form-data': { schema, encoding } } };
  }
  if (!hasFields(call.body)) return undefined;
  const schema = book.write(call.body, 'input');
  return {
    required: true,
    content: {
      'application/json': { schema },
      ...(isForm(call) ? { 'application/x-www-form-urlencoded': { schema } } : {}),
    },
  };
}

function operationOf(call: Call, book: SchemaBook): JsonSchema {
  const body = requestBodyOf(call, book);
  const parameters = parametersOf(call, book);
  return {
    operationId: operationIdOf(call.method, call.path),
    tags: [call.path.split('/')[2] ?? 'api'],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(call, book),
    security: call.isPublic ? [] : [{ session: [] }],
  };
}

function pageOperationOf(page: PageRoute): JsonSchema {
  const names = [...page.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  const query = Object.entries(page.query ?? {}).map(([name, schema]) => ({ name, in: 'query', schema }));
  const path = names.map((name) => ({ name, in: 'path', required: true, schema: page.param ?? { type: 'string' } }));
  const answers = page.answers.map(({ status, description, types = [], headers = [] }) => [
    status,
    {
      description,
      headers: headersOf(Object.fromEntries(headers.map((name) => [name, always]))),
      ...(types.length > 0 ? { content: Object.fromEntries(types.map((type) => [type, mediaOf(type)])) } : {}),
    },
  ]);
  return {
    operationId: operationIdOf('get', page.path),
    tags: [page.path.split('/')[2] ?? 'api'],
    ...(names.length + query.length > 0 ? { parameters: [...path, ...query] } : {}),
    responses: { ...Object.fromEntries(answers), ...errorResponsesOf(page.errors, page.hasErrorPage ?? false) },
    security: page.isPublic ? [] : [{ session: [] }],
  };
}

const mediaOf = (type: string) => (type === 'application/json' ? { schema: { type: 'object' } } : {});

function operationIdOf(method: string, path: string): string {
  return `${method} ${path}`.replace(/[^a-z0-9]+/gi, '_');
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', format: 'uuid' },
  description: 'Repeated within a day, the same request is answered as the first time and changes nothing.',
};

/** The whole contract as an OpenAPI 3.1 document, made of the same schemas that every request is held against. */
export function createOpenApi(version: string): JsonSchema {
  const book = openSchemaBook();
  const paths: Record<string, Record<string, JsonSchema>> = {};
  const add = (method: string, path: string, operation: JsonSchema) => {
    paths[templateOf(path)] = { ...paths[templateOf(path)], [method]: operation };
  };
  for (const call of allCalls) add(call.method, call.path, operationOf(call, book));
  for (const page of pageRoutes) add('get', page.path, pageOperationOf(page));
  return {
    openapi: '3.1.0',
    info: { title: 'Marquee', version, description: 'Watchlists in folders that several people edit at once.' },
    servers: [{ url: '/' }],
    paths,
    components: {
      responses: sharedResponses(paths, book),
      schemas: book.components(),
      parameters: { IdempotencyKey: idempotencyKey },
      headers: sharedHeaders,
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE } },
    },
  };
}
