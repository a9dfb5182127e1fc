import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { Express } from 'express';
import request from 'supertest';
import { allCalls } from '../../common/api/all.ts';
import { errorCodes } from '../../common/errors.ts';
import { familyKeys } from '../../common/families.ts';
import { listWebhookEvents, webhookEvents } from '../../common/webhooks.ts';
import { createApp } from '../app.ts';
import { loadConfig } from '../config/config.ts';
import { createSecondFactor } from '../features/account/secondFactor/secondFactor.service.ts';
import { ImportRunner } from '../features/moving/import.runner.ts';
import { NoticeSending } from '../features/notices/sending/noticeSending.ts';
import { createDataChecker } from '../features/operator/dataCheck.service.ts';
import { createArtist } from '../features/titles/art.ts';
import { createCatalogueSource } from '../features/titles/catalogue/catalogue.source.ts';
import { createShows } from '../features/titles/shows.ts';
import { createWebhooks } from '../features/webhooks/webhooks.ts';
import { createOutbound } from '../platform/http/outbound.ts';
import { createInstance } from '../platform/instance/instance.ts';
import { createKnownDevices } from '../platform/limits/knownDevice.ts';
import { createLimits } from '../platform/limits/limits.ts';
import { createVault } from '../platform/vault.ts';
import { signUp } from '../testing/people.ts';
import { setUpServer } from '../testing/server.ts';
import { pageRoutes } from './openapi.pages.ts';
import { createOpenApi, templateOf } from './openapi.ts';

type Content = Record<string, { schema: { $ref?: string } }>;

interface Component {
  content?: Content;
  properties?: Record<string, { enum?: string[] }>;
  required?: string[];
  schema?: { type: string; pattern?: string };
  example?: string;
}

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags: string[];
  parameters?: {
    name?: string;
    in?: string;
    $ref?: string;
    description?: string;
    schema?: { enum?: unknown[] };
    example?: unknown;
  }[];
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> };
  responses: Record<string, { $ref?: string; content?: Content; headers?: Record<string, unknown> }>;
  security: unknown[];
}

const document = createOpenApi('test');
const paths = document.paths as Record<string, Record<string, Operation>>;
const components = document.components as Record<string, Record<string, Component>>;
const operation = (method: string, path: string) => paths[path]?.[method];
const statuses = (method: string, path: string) => Object.keys(operation(method, path)?.responses ?? {});

describe('the OpenAPI document', () => {
  test('is OpenAPI 3.1 by its own schema', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));

    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  test('has every call of the contract once, and the pages beside it', () => {
    const listed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );

    const calls = allCalls.map((call) => `${call.method} ${templateOf(call.path)}`);
    const pages = pageRoutes.map(({ method = 'get', path }) => `${method} ${templateOf(path)}`);
    expect(listed.sort()).toEqual([...calls, ...pages].sort());
  });

  test('has no two paths that differ in the names of their parameters alone', () => {
    const shapes = Object.keys(paths).map((path) => path.replace(/{\w+}/g, '{}'));

    expect(new Set(shapes).size).toBe(shapes.length);
  });

  test('gives each operation an id of its own', () => {
    const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));

    expect(new Set(ids).size).toBe(ids.length);
  });

  test('refers to nothing that it lacks, and keeps nothing that is not referred to', () => {
    const text = JSON.stringify(document);
    const referred = new Set([...text.matchAll(/"\$ref":"#\/components\/([\w/.-]+)"/g)].map(([, place]) => place));

    const kept = Object.entries(components)
      .filter(([kind]) => kind !== 'securitySchemes' && kind !== 'headers')
      .flatMap(([kind, ones]) => Object.keys(ones).map((name) => `${kind}/${name}`));
    const headers = [...referred].filter((place) => place?.startsWith('headers/'));
    expect([...referred].filter((place) => !place?.startsWith('headers/')).sort()).toEqual(kept.sort());
    expect(Object.keys(components.headers ?? {})).toEqual(
      expect.arrayContaining(headers.map((place) => place?.replace('headers/', ''))),
    );
  });

  test('says each entity once', () => {
    const list = operation('get', '/api/folders')?.responses[200]?.content?.['application/json']?.schema;

    expect(list).toMatchObject({ type: 'array', items: { $ref: '#/components/schemas/Folder' } });
    expect(components.schemas?.Folder).toMatchObject({
      properties: { id: { $ref: '#/components/schemas/Id' }, permissions: { $ref: '#/components/schemas/Flags' } },
      additionalProperties: false,
    });
    expect(Object.keys(components.schemas ?? {})).toEqual(
      expect.arrayContaining(['Change', 'Contact', 'Invitation', 'Item', 'Review', 'Share', 'User']),
    );
  });

  test('names the Link header of every call that answers one page, and the parameter of the next page', () => {
    const linked = allCalls.filter((call) => {
      const headers = operation(call.method, templateOf(call.path))?.responses[call.status]?.headers ?? {};
      return 'Link' in headers;
    });
    const paged = allCalls.filter(({ pagedBy }) => pagedBy !== null);

    expect(linked.map(({ path }) => path)).toEqual(paged.map(({ path }) => path));
    expect(paged.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/api/admin/accounts', '/api/admin/reports']),
    );
    for (const { method, path, pagedBy } of paged) {
      const names = operation(method, templateOf(path))?.parameters?.map(({ name }) => name);
      expect(names).toContain(pagedBy);
    }
  });

  test('names path and query parameters, bodies, statuses and who may call', () => {
    const rename = operation('put', '/api/folders/{id}');
    expect(rename?.parameters?.map(({ name, $ref }) => name ?? $ref)).toEqual([
      'id',
      '#/components/parameters/IdempotencyKey',
    ]);
    expect(rename?.requestBody?.content['application/json']?.schema.$ref).toBe('#/components/schemas/FolderNameBody');
    const confirm = operation('post', '/api/user/fresh-sign-in');
    expect(confirm?.requestBody?.content['application/json']?.schema.$ref).toBe('#/components/schemas/FreshSignInBody');
    expect(statuses('put', '/api/folders/{id}')).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '415',
      '421',
      '429',
      '503',
    ]);
    expect(statuses('get', '/api/folders/{id}/items')).toEqual([
      '200',
      '304',
      '400',
      '401',
      '403',
      '404',
      '421',
      '429',
      '503',
    ]);
    expect(statuses('get', '/api/movie/{id}')).toEqual(['200', '401', '403', '404', '421', '429', '502', '503']);
    expect(statuses('get', '/api/logout')).toEqual(['200', '302', '421', '503']);
    expect(statuses('post', '/api/logout')).toEqual(['303', '403', '421', '429', '503']);
    expect(rename?.security).toEqual([{ session: [] }, { token: ['write'] }]);
    expect(operation('get', '/api/config')?.security).toEqual([]);
    expect(operation('put', '/api/polls/{id}/ballot')?.security).toEqual([{ session: [] }, { guest: [] }]);
  });

  test('describes one content type for each JSON call, so that generated clients work', () => {
    const login = operation('post', '/api/auth/login');

    expect(Object.keys(login?.requestBody?.content ?? {})).toEqual(['application/json']);
    expect(statuses('post', '/api/auth/login')).toEqual(expect.arrayContaining(['200', '400', '401', '403', '429']));
  });

  test('never lists the error code internal', () => {
    const problems = Object.entries(components.schemas ?? {}).filter(([name]) => name.endsWith('Problem'));
    const codes = problems.flatMap(([, { properties }]) => properties?.code?.enum ?? []);

    expect(errorCodes).toEqual(expect.arrayContaining(codes));
    expect(codes).toContain('not_found');
    expect(codes).not.toContain('internal');
  });

  test('explains every operation, and names it for generated functions', () => {
    const declared = (document.tags as { name: string; description: string }[]).map(({ name }) => name);
    const named = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => [`${method} ${path}`, one] as const),
    );
    const all = named.map(([, one]) => one);

    const unexplained = named.filter(([, { summary, description }]) => !summary || !description);
    expect(unexplained.map(([name]) => name)).toEqual([]);
    expect(all.map(({ operationId }) => operationId).filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
    expect(all.flatMap(({ tags }) => tags).filter((tag) => !declared.includes(tag))).toEqual([]);
    expect(declared.filter((name) => !all.some(({ tags }) => tags.includes(name)))).toEqual([]);
    expect([operation('post', '/api/folders'), operation('post', '/api/categories')]).toMatchObject([
      { operationId: 'createFolder' },
      { operationId: 'createCategory' },
    ]);
  });

  test('describes every parameter, with an example that it takes', () => {
    const parameters = Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap((one) => one.parameters ?? []),
    );

    expect(parameters.filter(({ $ref, description }) => !$ref && !description)).toEqual([]);
    const chosen = parameters.filter(({ schema, example }) => schema?.enum && example !== undefined);
    expect(chosen.filter(({ schema, example }) => !schema?.enum?.includes(example))).toEqual([]);
  });

  test('describes the Idempotency-Key by a pattern: generated Python clients cannot send a UUID as a header', () => {
    const { schema, example } = components.parameters?.IdempotencyKey ?? {};

    expect(schema).toEqual({ type: 'string', pattern: expect.any(String) });
    expect(example).toMatch(new RegExp(schema?.pattern ?? ''));
    expect('not a UUID').not.toMatch(new RegExp(schema?.pattern ?? ''));
  });

  test('names every error answer and every error body', () => {
    const answers = Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ responses }) => Object.entries(responses)),
    );
    const errors = answers.filter(([status]) => Number(status) >= 400);
    const bodies = Object.values(components.responses ?? {}).map((one) => one.content?.['application/json']?.schema);

    expect(errors.filter(([, answer]) => !answer.$ref)).toEqual([]);
    expect(bodies.filter((schema) => !schema?.$ref?.startsWith('#/components/schemas/'))).toEqual([]);
  });

  test('has no default inside bodies and answers, where generators would make the field required', () => {
    const text = JSON.stringify([components.schemas, paths['/api/watchlist']?.post]);

    expect(text).not.toContain('"default":');
    expect(components.schemas?.AddItemBody).toMatchObject({ required: ['tmdbId', 'mediaType', 'title'] });
    expect(components.schemas?.Item?.required).toEqual(expect.arrayContaining(['posterPath', 'genres']));
  });

  test('gives pictures a binary schema', () => {
    const art = operation('get', '/api/art/poster/movie/{id}')?.responses[200];

    expect(art?.content?.['image/webp']?.schema).toMatchObject({ type: 'string', format: 'binary' });
  });

  test('describes what webhooks send for each event, by the schema that types it', () => {
    const webhooks = document.webhooks as Record<string, Record<string, Operation>>;
    const bodyOf = (event: string) => webhooks[event]?.post?.requestBody?.content['application/json']?.schema.$ref;

    expect(Object.keys(webhooks).sort()).toEqual([...webhookEvents, 'test'].sort());
    for (const event of listWebhookEvents) expect(bodyOf(event)).toBe('#/components/schemas/ListWebhookMessage');
    expect(bodyOf('play:recorded')).toBe('#/components/schemas/PlayWebhookMessage');
    expect(bodyOf('test')).toBe('#/components/schemas/TestWebhookMessage');
    const play = JSON.stringify(components.schemas?.PlayWebhookMessage);
    expect([play.includes('"count"'), play.includes('companions')]).toEqual([true, false]);
    expect(webhooks['item:added']?.post?.parameters?.map(({ name }) => name)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
  });

  test('offers both families the same', () => {
    const count = (prefix: string) => Object.keys(paths).filter((path) => path.startsWith(prefix)).length;

    expect(count('/api/folders')).toBe(count('/api/categories'));
    expect(familyKeys.map((key) => count(`/api/${key}-`))).toEqual([count('/api/folder-'), count('/api/folder-')]);
  });
});

interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
  handle: { stack?: Layer[] };
}

/** Every route of the app, those of its routers included. */
function routesOf(layers: readonly Layer[]): string[] {
  return layers.flatMap(({ route, handle }) => {
    if (route) return Object.keys(route.methods).map((method) => `${method} ${templateOf(route.path)}`);
    return handle.stack ? routesOf(handle.stack) : [];
  });
}

function mountedRoutes(): string[] {
  const config = loadConfig({ RATE_LIMIT: '0' });
  const titles = createCatalogueSource();
  const outbound = createOutbound(config, { ownPort: () => 0 });
  const devices = createKnownDevices(config, 'a secret of this test');
  const app: Express = createApp({
    config,
    sessions: { middleware: (_req, _res, next) => next(), findUserId: async () => null },
    limits: createLimits({} as never, config, devices, async () => null, 'a secret of this test'),
    devices,
    instance: createInstance(config, 'a secret of this test'),
    singleSignOn: null,
    secondFactor: createSecondFactor('a secret of this test'),
    titleSources: { titles, bundled: titles, region: () => 'US' },
    shows: createShows(titles),
    imports: new ImportRunner({ source: titles, shows: createShows(titles) }),
    noticeSending: new NoticeSending(
      { vault: createVault('a secret of this test', 'channels'), config, outbound },
      null,
    ),
    mailer: null,
    artist: createArtist(titles),
    webhooks: createWebhooks(outbound, 'a secret of this test').parts,
    clientDir: null,
    dataChecker: createDataChecker(config),
    build: 'test',
  });
  return routesOf((app as unknown as { router: { stack: Layer[] } }).router.stack);
}

describe('the server', () => {
  const server = setUpServer();

  test('serves the document to everybody', async () => {
    const answer = await request(server.url).get('/api/openapi.json');

    expect(answer.status).toBe(200);
    expect(answer.body.paths).toEqual(paths);
  });

  test('has mounted what the document lists, and nothing else under /api', () => {
    const listed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );

    const mounted = mountedRoutes().filter((route) => route.includes(' /api/'));
    const notMounted = listed.filter((route) => !mounted.includes(route));
    expect(notMounted).toEqual([]);
    expect([...new Set(mounted)].sort()).toEqual(listed.sort());
  });

  test('answers every call by its own route: none ends at the unknown path', async () => {
    const ana = await signUp(server);
    const token = 'f'.repeat(22);
    const values: Record<string, string> = {
      rev: '1',
      season: '1',
      tmdbId: '1',
      mediaType: 'movie',
      username: 'somebody',
      sender: 'plex',
      service: 'omdb',
      kind: 'love',
      n: '1',
      token,
    };
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
