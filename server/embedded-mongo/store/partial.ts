import { valuesEqual } from '../bson/compare.ts';
import type { Document, Value } from '../bson/document.ts';
import { refuse } from '../errors.ts';
import { isOperators } from '../query/checks.ts';
import { demandsValue, type Predicate } from './predicates.ts';

/** Each condition of a partial filter on its own; without a value it is that there is one. */
function conditionsOf(filter: Document): { path: string; value?: Value }[] {
  return Object.entries(filter).flatMap(([path, condition]) => {
    if (path.startsWith('$')) throw refuse(`an index over what passes ${path}`);
    if (!isOperators(condition)) return [{ path, value: condition }];
    return Object.entries(condition).map(([operator, argument]) => {
      if (operator === '$exists' && argument === true) return { path };
      throw refuse(`an index over what passes ${operator}`);
    });
  });
}

/** Refuses what is more than equality and that a field is there. */
export const checkPartialFilter = (filter: Document) => void conditionsOf(filter);

/** True when every document that satisfies the predicates also satisfies the partial filter. */
export function isImplied(filter: Document, predicates: Map<string, Predicate>): boolean {
  return conditionsOf(filter).every(({ path, value }) => {
    const predicate = predicates.get(path);
    if (value === undefined) return demandsValue(predicate);
    return predicate?.equal?.every((one) => valuesEqual(one, value)) ?? false;
  });
}
