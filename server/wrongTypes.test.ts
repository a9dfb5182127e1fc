import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import type { Call } from '../common/api/call.ts';
import type { ErrorBody } from '../common/errors.ts';
import { type MatrixCase, matrix } from './testing/rows.ts';
import { startTestServer, type TestServer } from './testing/server.ts';
import { type Stage, setStage } from './testing/stage.ts';

/*
 * Sends objects, lists, operators of the database and other wrong types in place of every value of every call. The places
 * come from the contract, so a new call or field needs no line here.
 */

let server: TestServer;
let stage: Stage;
beforeAll(async () => {
  server = await startTestServer();
  stage = await setStage(server);
});
afterAll(() => server.stop());

type Path = (string | number)[];
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string;
  const?: Json;
  enum?: Json[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

/** One value of a request, and the fixed values beside it that select its variant of a union. */
interface Place {
  path: Path;
  type: string;
  beside: { path: Path; value: Json }[];
}

function placesOf(schema: z.ZodType): Place[] {
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return walk(whole, [], []);

  function walk(given: JsonSchema, path: Path, beside: Place['beside']): Place[] {
    const one = given.$ref ? (whole.$defs?.[given.$ref.slice('#/$defs/'.length)] ?? {}) : given;
    const variants = one.anyOf ?? one.oneOf;
    if (variants) return variants.flatMap((variant) => walk(variant, path, beside));
    const fields = Object.entries(one.properties ?? {});
    const fixed = fields.flatMap(([name, field]) =>
      field.const === undefined ? [] : [{ path: [...path, name], value: field.const }],
    );
    if (one.type === 'object') {
      return fields.flatMap(([name, field]) => walk(field, [...path, name], [...beside, ...fixed]));
    }
    if (one.type === 'array') return walk(one.items ?? {}, [...path, 0], beside);
    if (one.type === 'null') return [];
    return [{ path, type: one.type ?? 'unknown', beside: beside.filter((other) => !isSame(other.path, path)) }];
  }
}

const isSame = (a: Path, b: Path) => a.join() === b.join();

/** A copy of the value with another one at the path. */
function withValue(given: Json | undefined, [key, ...rest]: Path, value: Json): Json {
  if (key === undefined) return value;
  if (typeof key === 'number') return [withValue(undefined, rest, value)];
  const fields = typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {};
  return { ...fields, [key]: withValue(fields[key], rest, value) };
}

const wrong: Json[] = [
  { $ne: '' },
  { $gt: '' },
  { $regex: '^([\\w-]+)+!' },
  { $in: [] },
  { $exists: true },
  { $where: 'true' },
  {},
  [{ $ne: '' }],
  [[]],
];
const wrongByType: Record<string, Json[]> = {
  string: [7, true],
  boolean: ['true', 1],
  number: ['7', true],
  integer: ['7', true],
};

function senderOf(row: MatrixCase): Stage['people'][string] {
  const byNeed: Partial<Record<MatrixCase['needs'], string>> = {
    nothing: 'visitor',
    operator: 'operator',
    invitee: 'invited',
    newcomer: 'stranger',
  };
  const person = stage.people[byNeed[row.needs] ?? 'owner'];
  if (!person) throw new Error(`There is nobody to send ${row.name}`);
  return person;
}

function addressOf(row: MatrixCase, query: [string, string][] = []): string {
  const params = row.params?.(stage) ?? {};
  const path = row.call.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? name);
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path;
}

const queryOf = (row: MatrixCase) => Object.entries(row.query?.(stage) ?? {});

const hasPlaces = (part: 'body' | 'query') => (row: MatrixCase) => placesOf(row.call[part]).length > 0;

test.each<'params' | 'query' | 'body'>(['params', 'query', 'body'])('every value of the %s has a type', (part) => {
  const untyped = matrix.flatMap(({ name, call }: { name: string; call: Call }) =>
    placesOf(call[part])
      .filter(({ type }) => type === 'unknown')
      .map(({ path }) => `${name}: ${path.join('.')}`),
  );

  expect(untyped).toEqual([]);
});

describe('a wrong type in place of a value of the body is answered 400 with an issue there', () => {
  test.each(matrix.filter(hasPlaces('body')))('$name', async (row) => {
    const send = async (body: Json) => senderOf(row)[row.call.method](addressOf(row, queryOf(row)), body as object);
    const accepted: string[] = [];

    for (const { path, type, beside } of placesOf(row.call.body)) {
      const given = (row.body?.(stage) ?? {}) as Json;
      const base = beside.reduce((body, other) => withValue(body, other.path, other.value), given);
      for (const value of [...wrong, ...(wrongByType[type] ?? [])]) {
        const { status, body } = await send(withValue(base, path, value));
        const issues = (body as ErrorBody).issues ?? [];
        const isNamed = issues.some((issue) => `${path.join('.')}.`.startsWith(issue.path && `${issue.path}.`));
        // Single sign-on is off in these tests.
        if (status === 404 && row.passes === 404) continue;
        if (status !== 400 || !isNamed) accepted.push(`${path.join('.')}: ${JSON.stringify(value)} → ${status}`);
      }
    }

    expect(accepted).toEqual([]);
  });
});

describe('a list or an operator in place of a value of the query', () => {
  test.each(matrix.filter(hasPlaces('query')))('$name', async (row) => {
    const rest = (name: string) => queryOf(row).filter(([other]) => other !== name);
    const send = async (query: [string, string][]) => senderOf(row)[row.call.method](addressOf(row, query));

    for (const { path } of placesOf(row.call.query)) {
      const name = String(path[0]);
      const twice = await send([...rest(name), [name, 'a'], [name, 'b']]);
      const { status } = await send(rest(name));
      const withOperator = await send([...rest(name), [`${name}[$ne]`, 'a']]);
      const asList = await send([...rest(name), [`${name}[]`, 'a']]);

      expect([name, twice.status]).toEqual([name, 400]);
      // These are other, unknown names.
      expect([name, withOperator.status, asList.status]).toEqual([name, status, status]);
    }
  });
});
