import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { allCalls } from '../common/api.ts';
import { familyKeys } from '../common/families.ts';
import { createOpenApi, templateOf } from './openapi.ts';
import { signUp } from './testing/people.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

interface Operation {
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: { required?: string[] } }> };
  responses: Record<string, unknown>;
  security: unknown[];
}

const paths = createOpenApi('test').paths as Record<string, Record<string, Operation>>;
const operation = (method: string, path: string) => paths[path]?.[method];

describe('the OpenAPI document', () => {
  test('has every call of the contract once', () => {
    const listed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );

    expect(listed.sort()).toEqual(allCalls.map((call) => `${call.method} ${templateOf(call.path)}`).sort());
  });

  test('gives each operation an id of its own', () => {
    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map((one) => (one as { operationId?: string }).operationId),
    );

    expect(new Set(ids).size).toBe(ids.length);
  });

  test('names path and query parameters, bodies, errors and who may call', () => {
    const rename = operation('put', '/api/folders/{id}');
    expect(rename?.parameters?.map(({ name, in: place }) => `${place} ${name}`)).toEqual([
      'path id',
      'header Idempotency-Key',
    ]);
    expect(rename?.requestBody?.content['application/json']?.schema.required).toEqual(['name']);
    expect(Object.keys(rename?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '404', '409']),
    );
    expect(rename?.security).toHaveLength(1);
    expect(operation('get', '/api/config')?.security).toEqual([]);
  });

  test('offers both families the same', () => {
    const count = (prefix: string) => Object.keys(paths).filter((path) => path.startsWith(prefix)).length;

    expect(count('/api/folders')).toBe(count('/api/categories'));
    expect(familyKeys.map((key) => count(`/api/${key}-`))).toEqual([count('/api/folder-'), count('/api/folder-')]);
  });
});

describe('the server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  test('serves the document to everybody', async () => {
    const answer = await request(server.url).get('/api/openapi.json');

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ openapi: '3.1.0' });
  });

  test('has every call mounted: none ends at the unknown path', async () => {
    const ana = await signUp(server);
    const values: Record<string, string> = { rev: '1', tmdbId: '1', mediaType: 'movie', username: 'somebody' };
    const known: Record<string, string> = { movie: '603', tv: '1399', person: '2' };
    const missing: string[] = [];
    for (const call of allCalls) {
      const id = known[call.path.split('/')[2] ?? ''] ?? 'f'.repeat(24);
      const path = call.path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? id);
      const answer = await request(server.url)[call.method](path).set('Cookie', ana.cookie);
      if (answer.body?.error === 'Not found') missing.push(`${call.method} ${call.path}`);
    }

    expect(missing).toEqual([]);
  });
});
