import { type Document, isDocument, isNumber, setField, type Value } from '../bson/document.ts';
import { MongoError, refuse } from '../errors.ts';
import { isOperators } from './checks.ts';
import { compileExpression, type Expression } from './expr.ts';
import { isTruthy } from './operators.ts';

/** What a projection says about one field: kept, left out, or computed. */
type Rule = 'include' | 'exclude' | Expression;

const arrayOperators = ['$meta', '$elemMatch', '$slice'];

/** The projection of `find` and of the `$project` stage, by whole fields. `vars` is `let`. */
export function compileProjection(spec: Document, vars?: Document): (doc: Document) => Document {
  const rules = new Map(Object.entries(spec).map(([field, value]) => [checkField(field, value), ruleOf(value, vars)]));
  return isInclusion(rules) ? (doc) => include(rules, doc) : (doc) => exclude(rules, doc);
}

/** The `$addFields` and `$set` stages: numbers and booleans are values here, and nothing else is lost. */
export function compileAddFields(spec: Document, vars?: Document): (doc: Document) => Document {
  const fields = Object.entries(spec).map(([field, value]) => ({
    field: checkField(field, value),
    evaluate: compileExpression(value, vars),
  }));
  return (doc) => {
    const result: Document = { ...doc };
    for (const { field, evaluate } of fields) {
      const value = evaluate(doc);
      if (value === undefined) delete result[field];
      else setField(result, field, value);
    }
    return result;
  };
}

function checkField(field: string, value: Value): string {
  const parts = field.split('.');
  if (parts.includes(''))
    throw new MongoError(40353, `FieldPath must not end with a '.' or have an empty part: '${field}'`);
  if (parts.at(-1) === '$') throw refuse('a positional projection');
  if (parts.some((part) => part.startsWith('$'))) {
    throw new MongoError(16410, `FieldPath field names may not start with '$': '${field}'`);
  }
  if (parts.length > 1 || (isDocument(value) && !isOperators(value))) throw refuse('a projection of fields in a field');
  return field;
}

function ruleOf(value: Value, vars: Document | undefined): Rule {
  if (typeof value === 'boolean' || isNumber(value)) return isTruthy(value) ? 'include' : 'exclude';
  const [operator = ''] = isOperators(value) ? Object.keys(value) : [];
  if (arrayOperators.includes(operator)) throw refuse(`${operator} in a projection`);
  return compileExpression(value, vars);
}

/** Inclusion or exclusion, decided by the fields other than `_id`, which may always be left out. */
function isInclusion(rules: Map<string, Rule>): boolean {
  const others = [...rules].filter(([field, rule]) => field !== '_id' || typeof rule === 'function');
  const included = others.find(([, rule]) => rule !== 'exclude')?.[0];
  const excluded = others.find(([, rule]) => rule === 'exclude')?.[0];
  if (included === undefined) return excluded === undefined && rules.get('_id') === 'include';
  if (excluded === undefined) return true;
  throw others[0]?.[1] === 'exclude'
    ? new MongoError(31253, `Cannot do inclusion on field ${included} in exclusion projection`)
    : new MongoError(31254, `Cannot do exclusion on field ${excluded} in inclusion projection`);
}

/** The fields named, in the order of the document; what is computed comes after them, in the order of the projection. */
function include(rules: Map<string, Rule>, doc: Document): Document {
  const result: Document = {};
  for (const key of Object.keys(doc)) {
    const rule = rules.get(key) ?? (key === '_id' ? 'include' : 'exclude');
    if (rule === 'include') setField(result, key, doc[key] as Value);
  }
  for (const [field, rule] of rules) {
    const value = typeof rule === 'function' ? rule(doc) : undefined;
    if (value !== undefined) setField(result, field, value);
  }
  return result;
}

function exclude(rules: Map<string, Rule>, doc: Document): Document {
  const result: Document = {};
  for (const key of Object.keys(doc)) if (rules.get(key) !== 'exclude') setField(result, key, doc[key] as Value);
  return result;
}
