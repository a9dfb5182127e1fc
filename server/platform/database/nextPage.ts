import type { Request, Response } from 'express';

/** One page, and the `after` of the next page when there is one. */
export interface IdPage<T> {
  page: T[];
  next: string | undefined;
}

/** Sets the Link header to the next page: the same request with another `after`, or another parameter of that name. */
export function linkNext(
  req: Request,
  res: Response,
  next: string | undefined,
  parameter: 'after' | 'before' = 'after',
): void {
  if (next === undefined) return;
  const url = new URL(req.originalUrl, 'http://localhost');
  url.searchParams.set(parameter, next);
  res.set('Link', `<${url.pathname}${url.search}>; rel="next"`);
}
