import { SESSION_COOKIE } from '../platform/session/session.ts';
import type { JsonSchema } from './openapi.schemas.ts';

type Headers = Record<string, { isRequired: boolean }>;

export const always = { isRequired: true };
export const sometimes = { isRequired: false };

/** References to these shared headers, and to the one that comes with every answer. */
export function headersOf(headers: Headers): JsonSchema {
  return Object.fromEntries(
    Object.entries({ 'X-Request-Id': always, ...headers }).map(([name, { isRequired }]) => [
      name,
      { $ref: `${PLACE}${isRequired ? '' : SOMETIMES}${name}` },
    ]),
  );
}

const PLACE = '#/components/headers/';
const SOMETIMES = 'Sometimes-';

const text = { type: 'string' };
const texts: Record<string, { description: string; schema: JsonSchema }> = {
  'X-Request-Id': { description: 'The id of this request in the log.', schema: { type: 'string', format: 'uuid' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  ETag: { description: 'Send it back as If-None-Match.', schema: text },
  'Folder-Rev': { description: 'The answer is at least as new as this rev.', schema: { type: 'integer' } },
  'X-Total-Count': { description: 'The number of entries on all pages.', schema: { type: 'integer', minimum: 0 } },
  Link: { description: 'The next page, with rel="next"; absent on the last one.', schema: text },
  'Set-Cookie': {
    description: `The session: ${SESSION_COOKIE}, with the prefix __Host- on https.`,
    schema: text,
  },
  'Content-Disposition': { description: 'The name of the file.', schema: text },
  Location: { description: 'The address to open next.', schema: text },
  'Cache-Control': { description: 'The content never changes.', schema: { type: 'string', pattern: 'immutable' } },
};

/** The shared headers that these parts of the document refer to. */
export function sharedHeaders(...parts: JsonSchema[]): JsonSchema {
  const referred = JSON.stringify(parts);
  return Object.fromEntries(
    Object.entries(texts)
      .flatMap(([name, header]): [string, JsonSchema][] => [
        [name, { ...header, required: true }],
        [`${SOMETIMES}${name}`, header],
      ])
      .filter(([name]) => referred.includes(`"${PLACE}${name}"`)),
  );
}
