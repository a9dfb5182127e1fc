import type { Request, Response } from 'express';
import type { PageParameter } from '../../../common/api/call.ts';

/** One page, and the parameter of the next page if there is one. */
export interface IdPage<T> {
  page: T[];
  next: string | undefined;
}

/** Sets the Link header to the next page: the same request with another value of this parameter. */
export function linkNext(req: Request, res: Response, parameter: PageParameter, next: string | undefined): void {
  if (next === undefined) return;
  const url = new URL(req.originalUrl, 'http://localhost');
  url.searchParams.set(parameter, next);
  res.set('Link', `<${url.pathname}${url.search}>; rel="next"`);
}
