import { beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import type { Call } from '../common/api/call.ts';
import type { ErrorBody } from '../common/errors.ts';
import { type MatrixCase, matrix } from './testing/rows.ts';
import { setUpServer } from './testing/server.ts';
import { type Stage, setStage } from './testing/stage.ts';

/*
 * Sends objects, lists, operators of the database and other wrong types in place of every value of every call. The places
 * come from the contract, so a new call or field needs no line here.
 */

const server = setUpServer();
let stage: Stage;
beforeAll(async () => {
  stage = await setStage(server);
});

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
  if (!person) throw new Error(`There is no person to send ${row.name}`);
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

/** A body with the value at the place, and otherwise well formed as far as the row knows. */
function bodyWith(row: MatrixCase, { path, beside }: Place, value: Json): Json {
  const given = (row.body?.(stage) ?? {}) as Json;
  return withValue(
    beside.reduce((body, other) => withValue(body, other.path, other.value), given),
    path,
    value,
  );
}

/** True when one of the issues is at the place or at what contains it. */
const isNamed = (place: Place, issues: readonly Path[]) =>
  issues.some((path) => isSame(path, place.path.slice(0, path.length)));

test.each(matrix.filter(hasPlaces('body')))('the schema of the body refuses all wrong types: $name', (row) => {
  for (const place of placesOf(row.call.body)) {
    for (const value of [...wrong, ...(wrongByType[place.type] ?? [])]) {
      const { error } = row.call.body.safeParse(bodyWith(row, place, value));

      expect([
        place.path,
        value,
        isNamed(
          place,
          (error?.issues ?? []).map(({ path }) => path as Path),
        ),
      ]).toEqual([place.path, value, true]);
    }
  }
});

// Each with one value only, because the test above has all of them.
test.each(matrix.filter(hasPlaces('body')))(
  'an operator in the body is answered 400 with an issue: $name',
  async (row) => {
    for (const place of placesOf(row.call.body)) {
      const body = bodyWith(row, place, { $ne: '' });
      const answer = await senderOf(row)[row.call.method](addressOf(row, queryOf(row)), body as object);

      // Single sign-on is off in these tests.
      if (answer.status === 404 && row.passes === 404) continue;
      const issues = ((answer.body as ErrorBody).issues ?? []).map(({ path }) => (path === '' ? [] : path.split('.')));
      expect([place.path, answer.status, isNamed(place, issues)]).toEqual([place.path, 400, true]);
    }
  },
);

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
