import { valuesEqual } from '../bson/compare.ts';
import { type Document, isDocument, type Value } from '../bson/document.ts';
import { MongoError } from '../errors.ts';
import { compileMatch } from '../query/match.ts';
import type { Predicate } from './predicates.ts';

const operators = new Set(['$eq', '$exists', '$gt', '$gte', '$lt', '$lte', '$type', '$in']);

/** Each condition of a partial filter on its own: [path, operator, operand]. */
function conditionsOf(filter: Document): [string, string, Value][] {
  return Object.entries(filter).flatMap(([path, condition]): [string, string, Value][] => {
    if (path === '$and' && Array.isArray(condition)) return condition.flatMap((part) => conditionsOf(part as Document));
    if (isDocument(condition) && Object.keys(condition)[0]?.startsWith('$')) {
      return Object.entries(condition).map(([operator, operand]) => [path, operator, operand]);
    }
    return [[path, '$eq', condition]];
  });
}

/** Refuses what MongoDB refuses in a partial filter. */
export function checkPartialFilter(filter: Document): void {
  for (const [path, operator, operand] of conditionsOf(filter)) {
    const isAllowed = operators.has(operator) && !path.startsWith('$') && !(operator === '$exists' && operand !== true);
    if (!isAllowed) {
      throw new MongoError(67, 'CannotCreateIndex', `unsupported expression in partial index: ${path} ${operator}`);
    }
  }
}

/** True when every document that satisfies the predicates also satisfies the partial filter. */
export function isImplied(filter: Document, predicates: Map<string, Predicate>): boolean {
  return conditionsOf(filter).every(([path, operator, operand]) => {
    const predicate = predicates.get(path);
    if (!predicate) return false;
    if (predicate.equal) {
      // Every value that the filter allows would pass the condition; that an array holds such a value is enough for both.
      if (operator === '$type' && !predicate.equal.every((value) => typeof value === 'string')) return false;
      const passes = compileMatch({ value: { [operator]: operand } });
      return predicate.equal.every((value) => value !== null && passes({ value }));
    }
    if (operator === '$exists') {
      return predicate.exists === true || predicate.lower !== undefined || predicate.upper !== undefined;
    }
    if (operator === '$gte' && predicate.lower !== undefined) return valuesEqual(predicate.lower, operand);
    if (operator === '$lte' && predicate.upper !== undefined) return valuesEqual(predicate.upper, operand);
    return false;
  });
}
