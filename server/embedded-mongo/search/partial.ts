import { BSONRegExp } from 'bson';
import { valuesEqual } from '../bson/compare.ts';
import type { Document, Value } from '../document.ts';
import { refuse } from '../errors.ts';
import { isOperators } from '../query/checks.ts';
import { demandsValue, type Predicate } from './predicates.ts';

/** Splits a partial filter into its conditions. One without a value means that the field must exist. */
function conditionsOf(filter: Document): { path: string; value?: Value }[] {
  return Object.entries(filter).flatMap(([path, condition]) => {
    if (path.startsWith('$')) throw refuse(`an index filter with ${path}`);
    if (condition instanceof BSONRegExp) throw refuse('an index filter with a regular expression');
    if (!isOperators(condition)) return [{ path, value: condition }];
    return Object.entries(condition).map(([operator, argument]) => {
      if (operator === '$exists' && argument === true) return { path };
      throw refuse(`an index filter with ${operator}`);
    });
  });
}

/** Refuses conditions other than equality and `$exists: true`. */
export const checkPartialFilter = (filter: Document) => void conditionsOf(filter);

/** True when every document that satisfies the predicates also satisfies the partial filter. */
export function isImplied(filter: Document, predicates: Map<string, Predicate>): boolean {
  return conditionsOf(filter).every(({ path, value }) => {
    const predicate = predicates.get(path);
    if (value === undefined) return demandsValue(predicate);
    return predicate?.equal?.every((one) => valuesEqual(one, value)) ?? false;
  });
}
