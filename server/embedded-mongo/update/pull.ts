import { BSONRegExp } from 'bson';
import { valuesEqual } from '../bson/compare.ts';
import { isDocument, type Value } from '../bson/document.ts';
import { isFilter } from '../query/checks.ts';
import { compileMatch } from '../query/match.ts';

/**
 * The condition of `$pull`. A document is a filter for elements that are documents (not an exact copy of them),
 * operators and regular expressions are tried on the element as on a field, anything else is to be equal.
 */
export function compilePull(condition: Value): (element: Value) => boolean {
  if (isDocument(condition) && isFilter(condition)) {
    const matches = compileMatch(condition);
    return (element) => isDocument(element) && matches(element);
  }
  if (!isDocument(condition) && !(condition instanceof BSONRegExp)) return (element) => valuesEqual(element, condition);
  const matches = compileMatch({ element: condition });
  return (element) => matches({ element });
}
