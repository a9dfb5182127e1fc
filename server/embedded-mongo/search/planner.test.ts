import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Document, Value } from '../document.ts';
import { compileMatch, type Matcher } from '../query/match.ts';
import { compileSort } from '../query/sort.ts';
import type { Collection, Index } from '../store/catalog.ts';
import { entryOf } from '../store/records.ts';
import { bsonValue } from '../testing/values.ts';
import { makePlan, type Plan } from './planner.ts';

const indexable = fc.constantFrom('a', 'b', 'a.b', 'a', 'b');
const path = fc.oneof({ weight: 5, arbitrary: indexable }, fc.constant('a.0'));

/** Mostly a few values that are often equal, in nested documents and arrays. */
const value = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    { weight: 6, arbitrary: fc.constantFrom<Value>(1, 2, 'x', 'xy', null, -1, 2.5, true) },
    { weight: 2, arbitrary: bsonValue() },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    { weight: 2, arbitrary: documentOf(tie('value')) },
  ),
})).value;

function documentOf(values: fc.Arbitrary<Value>): fc.Arbitrary<Document> {
  return fc.dictionary(fc.constantFrom('a', 'b', '0'), values, { maxKeys: 3, noNullPrototype: true });
}

const condition: fc.Arbitrary<Value> = fc.oneof(
  value,
  fc.tuple(fc.constantFrom('$eq', '$gt', '$gte', '$lt', '$lte', '$ne'), value).map(([name, one]) => ({ [name]: one })),
  fc.tuple(fc.constantFrom('$in', '$nin'), fc.array(value, { maxLength: 3 })).map(([name, list]) => ({ [name]: list })),
  fc.tuple(value, value).map(([$gte, $lt]) => ({ $gte, $lt })),
  fc.tuple(value, value).map(([$gte, $lte]) => ({ $elemMatch: { $gte, $lte } })),
  fc.tuple(fc.constantFrom('$eq', '$gte', '$lt'), value).map(([name, one]) => ({ $not: { [name]: one } })),
  fc.constantFrom<Value>({ $exists: true }, { $exists: false }, { $not: { $exists: false } }),
  fc.constantFrom<Value>({ $size: 1 }, { $type: 'array' }, { $type: 'null' }, { $all: [1] }, { $all: [null] }),
);

const fields = fc.dictionary(path, condition, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
const filter: fc.Arbitrary<Document> = fc.oneof(
  { weight: 3, arbitrary: fields },
  fc.tuple(fields, fields).map(($and) => ({ $and })),
  fc.tuple(fields, fc.array(fields, { minLength: 1, maxLength: 2 })).map(([both, $or]) => ({ ...both, $or })),
  fc.tuple(fields, fc.array(fields, { minLength: 1, maxLength: 2 })).map(([both, $nor]) => ({ ...both, $nor })),
);

const partialFilter = fc
  .tuple(path, fc.constantFrom<Value>({ $exists: true }, 1, 'x', null))
  .map(([name, one]): Document => ({ [name]: one }));

const index: fc.Arbitrary<Index> = fc
  .record({
    paths: fc.uniqueArray(indexable, { minLength: 1, maxLength: 3 }),
    directions: fc.array(fc.constantFrom<1 | -1>(1, -1), { minLength: 3, maxLength: 3 }),
    isUnique: fc.boolean(),
    partial: fc.option(partialFilter, { freq: 1 }),
  })
  .map(({ paths, directions, partial, ...rest }) => ({
    ...rest,
    id: 1,
    definition: {},
    name: paths.join(),
    key: Object.fromEntries(paths.map((name, i) => [name, directions[i] as number])),
    paths,
    directions: directions.slice(0, paths.length),
    ...(partial && { partial: { filter: partial, matches: compileMatch(partial) } }),
    isCut: false,
  }));

const cases = fc.record({
  documents: fc.array(documentOf(value), { minLength: 3, maxLength: 6 }),
  filter,
  indexes: fc.array(index, { minLength: 1, maxLength: 3 }),
  sort: fc.dictionary(path, fc.constantFrom(1, -1), { maxKeys: 2, noNullPrototype: true }),
});

function compileOrNull(from: Document): Matcher | null {
  try {
    return compileMatch(from);
  } catch {
    return null;
  }
}

/** False for a document with an array at an indexed path. */
function isIndexable(indexes: Index[], document: Document): boolean {
  try {
    for (const one of indexes) entryOf(one, document);
    return true;
  } catch {
    return false;
  }
}

/** The document's index key if the plan finds it, otherwise undefined. */
function keyFound(plan: Plan, document: Document): Buffer | undefined {
  const key = plan.index && entryOf(plan.index, document)?.key;
  const isFound =
    key &&
    plan.intervals.some(({ start, end }) =>
      plan.isPoint ? key.equals(start) : Buffer.compare(key, start) >= 0 && (!end || Buffer.compare(key, end) < 0),
    );
  return isFound ? key : undefined;
}

function finds(plan: Plan, document: Document): boolean {
  if (plan.branches) return plan.branches.some((branch) => finds(branch, document));
  return !plan.index || keyFound(plan, document) !== undefined;
}

test('a plan finds every match of its filter, in the order it promises', () => {
  fc.assert(
    fc.property(cases, ({ documents, filter: wanted, indexes, sort }) => {
      const matches = compileOrNull(wanted);
      if (!matches) return;

      const plan = makePlan({ indexes } as Collection, { filter: wanted, sort });

      const matching = documents.filter((document) => isIndexable(indexes, document) && matches(document));
      expect(matching.filter((document) => !finds(plan, document))).toEqual([]);
      if (!plan.index || !plan.isSorted || Object.keys(sort).length === 0) return;
      const keys = matching.map((document) => ({ document, key: keyFound(plan, document) as Buffer }));
      const sorted = keys.sort((a, b) => Buffer.compare(a.key, b.key) * (plan.isReverse ? -1 : 1));
      const found = sorted.map(({ document }) => document);
      expect(compileSort(sort)(found, (document) => document)).toEqual(found);
    }),
    { numRuns: 800 },
  );
});
