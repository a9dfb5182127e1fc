import { z } from 'zod';
import { plainText } from '../text.ts';

const NO_TEXT = 'Contains characters that are not text';

/** Text as it was typed: without NUL, which ends a string in the database, and lone surrogates, which it cannot store. */
export const textSchema = z
  .string()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: tools that read the API document do not know the shorter \0
  .regex(/^[^\u0000]*$/, NO_TEXT)
  .refine((text) => !/\p{Cs}/u.test(text), NO_TEXT);

/** Text as names and notes are stored, on one line. */
export const plainTextSchema = textSchema.overwrite(plainText);

/** What ids look like in the API document. */
export const EXAMPLE_ID = '65f0c0ffee5eedbadc0ffee1';

/** A MongoDB ObjectId as 24 hexadecimal digits, in upper or lower case; parsed to lower case. */
export const idSchema = z
  .string()
  .regex(/^[0-9a-f]{24}$/i, 'Must be an id')
  .toLowerCase()
  .meta({ id: 'Id', description: '24 hexadecimal digits.', examples: [EXAMPLE_ID] });

/** An id in a body or query that refers to something. A malformed id is not a validation error: it just refers to nothing. */
export const idRefSchema = textSchema.toLowerCase();

/** The secret part of the address of an invitation link or a guest link: 128 random bits in base64url. */
export const linkTokenSchema = z.string().regex(/^[\w-]{22}$/, 'Must be the token of a link');

/** A date and time as an ISO 8601 string in UTC. */
export const dateSchema = z.iso.datetime().meta({ id: 'Moment', examples: ['2026-01-31T20:15:00.000Z'] });

/** A day that exists, such as 2028-02-29. */
export const daySchema = z.iso.date();

export const isDay = (text: string | null): text is string => daySchema.safeParse(text).success;

/** The `rev` of a folder or user: an integer that only increases. */
export const revSchema = z.int().min(0);

/** The `opId` of a write, its Idempotency-Key: a UUID that the client makes, with or without its hyphens. */
export const opIdSchema = z.string().regex(/^[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$/, 'Invalid UUID');

/** Asks for a page of at most `most` entries after an id. The answer's Link header names the next page. */
export const idPageQuery = (most: number) =>
  z.object({ limit: z.coerce.number().int().min(1).max(most).default(most), after: idSchema.optional() });
export type IdPageQuery = z.infer<ReturnType<typeof idPageQuery>>;

/** The empty body of a 204 answer. */
export const noContentSchema = z.void();
