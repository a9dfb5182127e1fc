import type { RequestHandler } from 'express';
import { Problem } from './errors.ts';

const charsets = /;\s*charset\s*=\s*"?([^\s;"]*)/gi;

/**
 * Refuses bodies in another charset than UTF-8. The parsers read several, of which each accepts others, and what a proxy or a
 * filter reads in the same bytes may be another text.
 */
export const requireUtf8: RequestHandler = (req, _res, next) => {
  const named = [...(req.headers['content-type'] ?? '').matchAll(charsets)];
  const isUtf8 = named.every(([, charset]) => charset?.toLowerCase() === 'utf-8');
  next(isUtf8 || req.method === 'GET' ? undefined : new Problem('unsupported_media_type', 'Send the request in UTF-8'));
};
