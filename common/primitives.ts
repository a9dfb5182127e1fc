import { z } from 'zod';

/** A MongoDB ObjectId as 24 hexadecimal digits. */
export const idSchema = z.string().regex(/^[0-9a-f]{24}$/i, 'Must be an id');

/** A moment as an ISO 8601 string in UTC. */
export const dateSchema = z.iso.datetime();

/** `rev` of a folder or user: a whole number that only rises. */
export const revSchema = z.int().min(0);

/** Idempotency keys and operation ids: a client-made UUID. */
export const operationIdSchema = z.uuid();

/** The answer of a 204. */
export const noContentSchema = z.void();
