import type { ErrorRequestHandler, Request } from 'express';
import { type FamilyKey, families } from '../../../../common/families.ts';
import { Problem } from '../../../platform/http/errors.ts';

/** Words the errors of a router for the request's family of lists. Add it last. */
export function wordErrorsFor(familyOf: (req: Request) => FamilyKey): ErrorRequestHandler {
  return (error, req, _res, next) => next(error instanceof Problem ? error.forFamily(families[familyOf(req)]) : error);
}

/** The family named by the id in a body or query, for paths that are the same in both families. */
export function namedFamily(req: Request): FamilyKey {
  const names = { ...req.query, ...(req.body as object | undefined) };
  return families.category.idName in names && !(families.folder.idName in names) ? 'category' : 'folder';
}
