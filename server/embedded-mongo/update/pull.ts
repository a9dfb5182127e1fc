import { BSONRegExp } from 'bson';
import { valuesEqual } from '../bson/compare.ts';
import { isDocument, type Value } from '../document.ts';
import { badValue, MongoError } from '../errors.ts';
import { isFilter } from '../query/checks.ts';
import { compileMatch, usesExpr } from '../query/match.ts';

/**
 * Compiles the condition of `$pull`. A document is a filter for elements that are documents (they need not be equal to
 * it). Operators and regular expressions are applied to the element as to a field. Any other value must be equal.
 */
export function compilePull(condition: Value): (element: Value) => boolean {
  if (isDocument(condition) && Object.keys(condition)[0] === '$not') throw badValue('unknown top level operator: $not');
  if (isDocument(condition) && usesExpr(condition)) throw new MongoError(224, '$expr is not allowed in $pull');
  if (isDocument(condition) && isFilter(condition)) {
    const matches = compileMatch(condition);
    return (element) => isDocument(element) && matches(element);
  }
  if (!isDocument(condition) && !(condition instanceof BSONRegExp)) return (element) => valuesEqual(element, condition);
  const matches = compileMatch({ element: condition });
  return (element) => matches({ element });
}
