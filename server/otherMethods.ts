import type { RequestHandler } from 'express';
import { allCalls } from '../common/api/all.ts';
import { pageRoutes } from './openapi/openapi.pages.ts';
import { methodNotAllowed } from './platform/http/errors.ts';
import { fixedFirst, pathPattern } from './platform/http/pathPattern.ts';

/**
 * Answers requests for a path of the API by a method that the path does not have: 405, or 204 for OPTIONS. Both name the
 * methods that it has. Mount it at /api, before all routers: Express would answer OPTIONS with the methods of the first one
 * that has the path.
 */
export function refuseOtherMethods(): RequestHandler {
  const paths = methodsByPath();
  return (req, res, next) => {
    const path = req.baseUrl + req.path;
    const found = paths.find(({ pattern }) => pattern.test(path));
    if (!found || found.methods.includes(req.method)) return next();
    res.set('Allow', found.methods.join(', '));
    if (req.method !== 'OPTIONS') throw methodNotAllowed();
    res.status(204).end();
  };
}

function methodsByPath(): { pattern: RegExp; methods: string[] }[] {
  const methods = new Map<string, string[]>();
  for (const { path, method = 'get' } of [...allCalls, ...pageRoutes]) {
    const names = method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()];
    methods.set(path, [...(methods.get(path) ?? []), ...names]);
  }
  return [...methods]
    .sort(([a], [b]) => fixedFirst(a, b))
    .map(([path, names]) => ({ pattern: pathPattern(path), methods: names }));
}
