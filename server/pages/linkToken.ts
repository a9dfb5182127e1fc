import type { Request } from 'express';
import { linkTokenSchema } from '../../common/schemas/primitives.ts';
import { notFound } from '../platform/http/errors.ts';

/** The token in the path of a page behind a link. Throws not_found for what no link has. */
export function linkTokenOf(req: Request): string {
  const token = linkTokenSchema.safeParse(req.params.token);
  if (!token.success) throw notFound();
  return token.data;
}
