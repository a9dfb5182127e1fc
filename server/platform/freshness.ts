import type { Request } from 'express';

const entityTag = /(?:W\/)?("[^"]*")/g;

/**
 * True when whoever asks holds what `etag` names. Not `req.fresh`, which says no to `Cache-Control: no-cache`: that sends
 * caches on to the source, this is the source, and Node's fetch adds it to each If-None-Match.
 */
export function holdsAlready(req: Request, etag: string): boolean {
  const held = req.get('if-none-match');
  if (held === undefined) return false;
  return held.trim() === '*' || tagsIn(held).includes(tagsIn(etag)[0]);
}

/** Compared weakly: what is the same for a reader counts as the same. */
function tagsIn(text: string): (string | undefined)[] {
  return [...text.matchAll(entityTag)].map(([, tag]) => tag);
}
