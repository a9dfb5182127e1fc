import { z } from 'zod';
import { type ErrorCode, errorBodySchema } from '../../common/errors.ts';

export type JsonSchema = Record<string, unknown>;

const PLACE = '#/components/schemas/';

/**
 * Where a schema is used. Of a body the document says what may be sent, of an answer what is returned, and of the parameters
 * what is left when their text has been read as a number.
 */
type Use = 'body' | 'answer' | 'parameters';

export interface SchemaBook {
  /** A schema as JSON Schema, with references to those that have a name. */
  write(schema: z.ZodType, use: Use): JsonSchema;
  /** A reference to the named schema of an error body with one of these codes. */
  problem(codes: readonly ErrorCode[]): JsonSchema;
  /** All named schemas that were referred to so far. */
  components(): Record<string, JsonSchema>;
}

/** Collects the named schemas that a document refers to while it is written. */
export function openSchemaBook(): SchemaBook {
  const components = new Map<string, JsonSchema>();

  function keep(name: string, schema: JsonSchema): void {
    const known = components.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`${name} would be two schemas: one for requests, one for answers`);
    }
    components.set(name, schema);
  }

  function write(schema: z.ZodType, use: Use): JsonSchema {
    const whole = z.toJSONSchema(schema, {
      io: use === 'body' ? 'input' : 'output',
      target: 'draft-2020-12',
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        takeOutDefault(jsonSchema, use);
        // The length of a tuple says the same, and generators of clients read no `items: false`.
        if (jsonSchema.prefixItems && jsonSchema.items === false) delete jsonSchema.items;
      },
    });
    const { $schema, $defs = {}, ...rest } = moved(whole) as JsonSchema & { $defs?: Record<string, JsonSchema> };
    for (const [name, one] of Object.entries($defs)) keep(name, one);
    return rest;
  }

  return {
    write,
    problem(codes) {
      const name = `${nameOfCodes(codes)}Problem`;
      const { properties, ...shape } = write(errorBodySchema, 'answer') as { properties: Record<string, JsonSchema> };
      keep(name, { ...shape, properties: { ...properties, code: { type: 'string', enum: [...codes].sort() } } });
      return { $ref: `${PLACE}${name}` };
    },
    components: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** These error codes as one name: AlreadyInFolderOrConflict. */
export function nameOfCodes(codes: readonly ErrorCode[]): string {
  return [...codes].sort().map(pascalCase).join('Or');
}

const pascalCase = (code: string) => code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Takes out a default, which misleads generators of clients: they make such a field required, in bodies as in answers. */
function takeOutDefault(schema: z.core.JSONSchema.BaseSchema, use: Use): void {
  if (schema.default !== undefined && use !== 'parameters') {
    if (use === 'body') schema.description = `Default: ${JSON.stringify(schema.default)}.`;
    delete schema.default;
  }
}

/** The same with every reference pointing to where OpenAPI keeps schemas. */
function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === '$ref' && typeof one === 'string' ? one.replace('#/$defs/', PLACE) : moved(one),
    ]),
  );
}
