import { expect, test } from '@jest/globals';
import { z } from 'zod';
import * as endpoints from '../endpoints.ts';
import { allCalls } from './all.ts';

function endpointsIn(value: unknown): endpoints.Endpoint[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('method' in value && 'path' in value) return [value as endpoints.Endpoint];
  return Object.values(value).flatMap(endpointsIn);
}

const named = ({ method, path }: endpoints.Endpoint) => `${method} ${path}`;
const jsonOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

test('every endpoint is described by exactly one call', () => {
  const described = allCalls.map(named);
  const all = endpointsIn({ ...endpoints }).map(named);

  const undescribed = all.filter((endpoint) => !described.includes(endpoint));
  expect(undescribed).toEqual([]);
  expect(described.toSorted()).toEqual(all.toSorted());
  expect(new Set(described).size).toBe(described.length);
});

/** The app reads these pages with ids that it has, or the answer itself says where the next one begins. */
const withoutLink = /\/(items|changes)$|^\/api\/(watchlist|imports\/:id|reviews\/backfill)$/;

test('a call that is asked for one page after another has pagedBy, which sets its Link header', () => {
  const paged = allCalls.filter(({ path, query }) => {
    const names = Object.keys(jsonOf(query).properties ?? {});
    return names.some((name) => name === 'after' || name === 'before') && !withoutLink.test(path);
  });

  expect(paged.filter(({ pagedBy }) => pagedBy === null).map(named)).toEqual([]);
});

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The JSON Schema of a part of a request, and those of all parts of it, each with the path to it. */
function partsIn(value: unknown, path = ''): [path: string, schema: JsonSchema][] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, one]) => partsIn(one, `${path}/${name}`));
  return [[path, value as JsonSchema], ...inner];
}

function takes(schema: JsonSchema, text: string): boolean {
  if (schema.enum || schema.const !== undefined) return false;
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) => pattern ?? []);
  return patterns.every((pattern) => new RegExp(pattern, 'u').test(text));
}

test('no text of a request may hold NUL, which ends a string in the database: textSchema refuses it', () => {
  const taking = allCalls.flatMap((call) =>
    [call.params, call.query, call.body].flatMap((schema) =>
      partsIn(jsonOf(schema))
        .filter(([, part]) => part.type === 'string' && takes(part, 'a\0b'))
        .map(([path]) => `${named(call)}: ${path}`),
    ),
  );

  expect(taking).toEqual([]);
});

/** An id that is malformed or too long refers to nothing. */
const isReference = (path: string) => /(Id|Ids\/items|\/id)(\/anyOf\/0)?$/.test(path);

test('every text of a request has a limit', () => {
  const isUnlimited = (part: JsonSchema) =>
    part.type === 'string' && !part.format && part.maxLength === undefined && takes(part, 'a'.repeat(50_000));
  const unlimited = allCalls.flatMap((call) =>
    [call.query, call.body].flatMap((schema) =>
      partsIn(jsonOf(schema))
        .filter(([path, part]) => isUnlimited(part) && !isReference(path))
        .map(([path]) => `${named(call)}: ${path}`),
    ),
  );

  expect(unlimited).toEqual([]);
});

test('every array of a request has a limit', () => {
  const unlimited = allCalls.flatMap((call) =>
    [call.query, call.body].flatMap((schema) =>
      partsIn(jsonOf(schema))
        .filter(([, part]) => part.type === 'array' && part.maxItems === undefined)
        .map(([path]) => `${named(call)}: ${path}`),
    ),
  );

  expect(unlimited).toEqual([]);
});

test('a page has at least one entry, and the most it can unless fewer are asked for; recommendations have few', () => {
  const pages = allCalls.flatMap((call) => {
    const limit = jsonOf(call.query).properties?.limit;
    return typeof limit === 'object' ? [{ ...limit, name: named(call) }] : [];
  });
  const fewer = pages.filter((page) => page.type !== 'integer' || page.minimum !== 1 || page.default !== page.maximum);

  expect(pages.length).toBeGreaterThan(fewer.length);
  expect(fewer.map(({ name, default: usual, maximum }) => [name, usual, maximum])).toEqual([
    ['get /api/recommendations', 20, 40],
    ['get /api/folders/:id/recommendations', 12, 20],
    ['get /api/categories/:id/recommendations', 12, 20],
  ]);
});

test('visitors and guests without an account can call these alone', () => {
  expect(allCalls.filter(({ isPublic }) => isPublic).map(named)).toEqual([
    'post /api/auth/register',
    'post /api/auth/login',
    'post /api/auth/login/code',
    'post /api/auth/forgot-password',
    'post /api/auth/reset-password',
    'post /api/auth/confirm-email',
    'post /api/auth/passkey/options',
    'post /api/auth/passkey',
    'get /api/config',
    'get /api/invitation-links/:token/offer',
    'get /api/guest/:token',
    'post /api/guest/:token',
  ]);
  expect(allCalls.filter(({ isForGuests }) => isForGuests).map(named)).toEqual([
    'get /api/polls/:id',
    'delete /api/polls/:id/participants/me',
    'get /api/polls/:id/ballot',
    'put /api/polls/:id/ballot',
  ]);
});
