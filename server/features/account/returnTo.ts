import type { Request } from 'express';
import type { Config } from '../../config/config.ts';
import { originOf } from '../../platform/http/origin.ts';

/** A screen's path on this site, or `/`. Links to other sites and to API calls are rejected. */
export function localPath(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, 'http://localhost')) return '/';
  const url = new URL(value, 'http://localhost');
  const isHere = url.origin === 'http://localhost' && !url.pathname.startsWith('//');
  return isHere && !leadsToCall(url.pathname) ? `${url.pathname}${url.search}${url.hash}` : '/';
}

/** True if any part of the path is `api`, also percent-encoded, because a proxy may decode it. */
function leadsToCall(pathname: string): boolean {
  return decodeFully(pathname)
    .split(/[/\\]/)
    .some((part) => /^\W*api\b/i.test(part));
}

const MAX_ENCODINGS = 4;

/** Decodes repeated percent-encoding. A path that cannot be decoded counts as an API call. */
function decodeFully(pathname: string): string {
  let path = pathname;
  for (let round = 0; round < MAX_ENCODINGS; round++) {
    const decoded = decodeOnce(path);
    if (decoded === path) return path;
    path = decoded;
  }
  return '/api';
}

function decodeOnce(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '/api';
  }
}

/** The screen to return to, from the Referer header. */
export function screenBefore(req: Request, config: Pick<Config, 'publicUrl'>): string {
  const referrer = req.get('Referer');
  if (!referrer || !URL.canParse(referrer)) return '/';
  const { host, pathname, search } = new URL(referrer);
  return host === new URL(originOf(req, config)).host ? localPath(`${pathname}${search}`) : '/';
}

/** The token of the invitation link to which a path leads. */
export function invitationIn(path: string): string | undefined {
  return /^\/join\/([\w-]{22})$/.exec(path)?.[1];
}

/** The screen of the list into which an invitation has led a new user. Its parameter makes the screen greet them. */
export function joinedPath(folderId: string): string {
  return `/folder/${folderId}?joined`;
}
