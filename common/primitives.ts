import { z } from 'zod';

/** A MongoDB ObjectId as 24 hexadecimal digits; taken in any case, known in lower case from here on. */
export const idSchema = z
  .string()
  .regex(/^[0-9a-f]{24}$/i, 'Must be an id')
  .toLowerCase();

/** An id in a body or a query that names something: one that is malformed names nothing, which is no mistake of form. */
export const nameSchema = z.string().toLowerCase();

/** A moment as an ISO 8601 string in UTC. */
export const dateSchema = z.iso.datetime();

/** `rev` of a folder or user: a whole number that only rises. */
export const revSchema = z.int().min(0);

/** Idempotency keys and operation ids: a client-made UUID. */
export const operationIdSchema = z.uuid();

/** The answer of a 204. */
export const noContentSchema = z.void();
