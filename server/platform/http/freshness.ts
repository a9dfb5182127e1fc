import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';

const entityTag = /(?:W\/)?("[^"]*")/g;

/**
 * True when the client already has the version that `etag` names. Unlike `req.fresh`, it ignores `Cache-Control: no-cache`:
 * that directive is for caches, and Node's fetch adds it to each If-None-Match.
 */
export function isCurrentVersion(req: Request, etag: string): boolean {
  const header = req.get('if-none-match');
  if (header === undefined) return false;
  return header.trim() === '*' || tagsIn(header).includes(tagsIn(etag)[0]);
}

/** Without the weak prefix, because If-None-Match uses weak comparison. */
function tagsIn(text: string): (string | undefined)[] {
  return [...text.matchAll(entityTag)].map(([, tag]) => tag);
}

/** Sends a text with an ETag of its content, or 304 to a client that has it. */
export function sendTagged(req: Request, res: Response, type: string, text: string): void {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  res.set('ETag', etag);
  if (isCurrentVersion(req, etag)) res.status(304).end();
  else res.type(`${type}; charset=utf-8`).send(text);
}
