import type { Request } from 'express';

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
