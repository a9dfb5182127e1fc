import type { ErrorRequestHandler, Request } from 'express';
import { type FamilyKey, families } from '../../../common/families.ts';
import { Problem } from '../../platform/errors.ts';

/** Tells what goes wrong in the words of the family that the request speaks in; stands last in its router. */
export function inWordsOf(familyOf: (req: Request) => FamilyKey): ErrorRequestHandler {
  return (error, req, _res, next) => next(error instanceof Problem ? error.inWordsOf(families[familyOf(req)]) : error);
}

/** The family whose id a body or a query carries, where the path is the same for both. */
export function namedFamily(req: Request): FamilyKey {
  const names = { ...req.query, ...(req.body as object | undefined) };
  return families.category.idName in names && !(families.folder.idName in names) ? 'category' : 'folder';
}
