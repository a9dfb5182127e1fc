import { isDocument, type Value } from '../bson/document.ts';
import { isOperators } from '../query/checks.ts';
import { compileMatch, compileValueMatch } from '../query/match.ts';

/**
 * The condition of `$pull`: operators try the element itself, a document is a filter for elements that are documents
 * (not an exact copy of them), anything else is to be equal.
 */
export function checkElement(condition: Value): (element: Value) => boolean {
  if (!isDocument(condition) || isOperators(condition)) return compileValueMatch(condition);
  const matches = compileMatch(condition);
  return (element) => isDocument(element) && matches(element);
}
