import { z } from 'zod';
import { allCalls, type Call, settingsApi } from '../common/api.ts';
import { type ErrorCode, errorBodySchema, errorCodes, errorStatus } from '../common/errors.ts';
import { SESSION_COOKIE } from './platform/session.ts';

type JsonSchema = Record<string, unknown>;

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
  description?: string;
}

/** What any call may answer besides its own errors. */
const anySignedIn: readonly ErrorCode[] = ['unauthorized', 'validation', 'rate_limited', 'unavailable'];
const anyWrite: readonly ErrorCode[] = ['forbidden', 'too_large', 'unsupported_media_type', 'conflict'];

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' });
  return rest;
}

/** /api/folders/:id as OpenAPI writes it: /api/folders/{id}. */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

function parametersOf(call: Call): Parameter[] {
  const named = (schema: z.ZodType, place: 'path' | 'query'): Parameter[] => {
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
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
  const key: Parameter = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', format: 'uuid' },
    description: 'Repeated within a day, the same request is answered as the first time and changes nothing.',
  };
  return [...named(call.params, 'path'), ...named(call.query, 'query'), ...(call.method === 'get' ? [] : [key])];
}

function requestBodyOf(call: Call): JsonSchema | undefined {
  if (call === settingsApi.uploadPicture) {
    const picture = { type: 'string', contentMediaType: 'application/octet-stream' };
    const schema = { type: 'object', properties: { profileImage: picture }, required: ['profileImage'] };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  const schema = schemaOf(call.body, 'input');
  if (Object.keys((schema.properties as object | undefined) ?? {}).length === 0) return undefined;
  return { required: true, content: { 'application/json': { schema } } };
}

function responsesOf(call: Call): JsonSchema {
  const success =
    call.status === 204
      ? { description: 'Done' }
      : { description: 'OK', content: { 'application/json': { schema: schemaOf(call.answer, 'output') } } };
  const common = call.isPublic ? anySignedIn.filter((code) => code !== 'unauthorized') : anySignedIn;
  const codes = new Set([...common, ...(call.method === 'get' ? [] : anyWrite), ...call.errors]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(errorStatus[code], [...(byStatus.get(errorStatus[code]) ?? []), code]);
  const errors = [...byStatus].map(([status, ofStatus]) => [
    String(status),
    {
      description: ofStatus.join(' or '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
  const notModified =
    call.path.endsWith('/items') || call.path === '/api/watchlist' ? { 304: { description: 'Unchanged' } } : {};
  return { [call.status]: success, ...(call.method === 'get' ? notModified : {}), ...Object.fromEntries(errors) };
}

function operationOf(call: Call): JsonSchema {
  const body = requestBodyOf(call);
  const parameters = parametersOf(call);
  return {
    operationId: `${call.method} ${call.path}`.replace(/[^a-z0-9]+/gi, '_'),
    tags: [call.path.split('/')[2] ?? 'api'],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(call),
    security: call.isPublic ? [] : [{ session: [] }],
  };
}

/** The whole contract as an OpenAPI 3.1 document, made of the same schemas that every request is held against. */
export function createOpenApi(version: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const call of allCalls) {
    const path = templateOf(call.path);
    paths[path] = { ...paths[path], [call.method]: operationOf(call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Marquee', version, description: 'Watchlists in folders that several people edit at once.' },
    paths,
    components: {
      schemas: { Error: schemaOf(errorBodySchema, 'output'), ErrorCode: { type: 'string', enum: errorCodes } },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE } },
    },
  };
}
