import type { Request } from 'express';

/** The cookies of a request by name. They are not decoded, because our own names and values need no encoding. */
export function cookiesOf(req: Pick<Request, 'headers'>): Record<string, string> {
  const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}
