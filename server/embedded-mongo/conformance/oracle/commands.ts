import type { Document } from 'mongodb';
import { conditionOf, filterOf as randomFilter, type Words } from './filters.ts';
import type { Random } from './random.ts';
import { anyValue, documentOf, fields, numbers, pathOf } from './values.ts';

/** One random command, and the indexes and documents that it finds. */
export interface CommandCase {
  indexes: Document[];
  documents: Document[];
  command: Document;
}

export function commandCase(random: Random): CommandCase {
  const documents = random.times(random.upTo(7), (_id) => ({ _id, ...documentOf(random) }));
  const command = random.pick(commands)(random);
  if (random.chance(0.1)) {
    const place = random.pick([command, ...(command.updates ?? []), ...(command.deletes ?? [])]) as Document;
    const option = random.pick(options);
    const value = anyValue(random);
    place[option] = option === 'maxTimeMS' && isShortTime(value) ? 60_000 : value;
  }
  // With an index, MongoDB finds documents in another order, which these commands do not show.
  const hasOrder = command.sort?._id === 1 || command.insert || command.count;
  return { indexes: hasOrder && random.chance(0.4) ? indexesOf(random) : [], documents, command };
}

const options =
  'sort limit skip hint upsert multi arrayFilters ordered readConcern maxTimeMS batchSize singleBatch let comment'.split(
    ' ',
  );

/** True for a time limit that a busy machine may exceed: only one of the two databases might. */
function isShortTime(value: unknown): boolean {
  const isNumber = typeof value === 'number' || (value instanceof Object && '_bsontype' in value);
  return isNumber && Number(value) > 0 && Number(value) < 1000;
}

const commands: ((random: Random) => Document)[] = [
  findCommand,
  findCommand,
  (random) => ({
    aggregate: 'rows',
    pipeline: pipelineOf(random),
    cursor: random.chance(0.2) ? { batchSize: 1 } : {},
    ...variables(random),
  }),
  (random) => ({
    insert: 'rows',
    ...some(random, { ordered: false }),
    documents: random.times(1 + random.upTo(3), () => ({
      ...(random.chance(0.7) && { _id: random.pick(ids) }),
      ...documentOf(random),
    })),
  }),
  updateCommand,
  updateCommand,
  updateCommand,
  (random) => ({ delete: 'rows', deletes: [{ q: filterOf(random), limit: random.upTo(2) }] }),
  (random) => ({ distinct: 'rows', key: pathOf(random), query: filterOf(random) }),
  (random) => ({ count: 'rows', query: filterOf(random), ...some(random, { skip: 1 }), ...some(random, { limit: 2 }) }),
  findAndModify,
  createIndexes,
];

const ids = [0, 1, 5, 9, 'a', null, { x: 1 }, 2.5, new Date(0), true];

/** The field with a chance of a third. */
const some = (random: Random, field: Document) => (random.chance(1 / 3) ? field : {});

function findCommand(random: Random): Document {
  return {
    find: 'rows',
    filter: filterOf(random),
    ...some(random, { sort: sortOf(random) }),
    ...some(random, { projection: projectionOf(random) }),
    ...some(random, { skip: random.upTo(3) }),
    ...some(random, { limit: random.upTo(4) }),
    ...some(random, { batchSize: random.upTo(4) }),
    ...variables(random),
  };
}

function sortOf(random: Random): Document {
  const paths = ['n', '_id', ...fields, 'a.x', 'a.0', 'b.x'];
  const names = random.times(1 + random.upTo(2), () => random.pick(paths));
  return { ...Object.fromEntries(names.map((name) => [name, random.pick([1, -1])])), _id: 1 };
}

function projectionOf(random: Random): Document {
  const isInclusion = random.chance(0.5);
  const entries = random.times(1 + random.upTo(3), () => [pathOf(random), isInclusion ? 1 : 0]);
  const spec = Object.fromEntries(entries);
  if (random.chance(0.3)) spec._id = random.upTo(2);
  if (isInclusion && random.chance(0.3)) {
    spec[pathOf(random)] = random.chance(0.5) ? operandOf(random) : expressionOf(random);
  }
  return spec;
}

const words: Words = {
  path: (random) => (random.chance(0.3) ? 'n' : pathOf(random)),
  value: anyValue,
  condition: (random) =>
    random.pick<unknown>([
      { $regex: 'a', $options: 'i' },
      { $mod: [2, 1] },
      { $foo: 1 },
      { $bitsAllSet: 1 },
      { $type: random.pick([2, -1, 'x']) },
      { $comment: 'x', $gt: 1 },
    ]),
  filter: (random) => ({ $expr: expressionOf(random) }),
};

const filterOf = (random: Random): Document => {
  if (random.chance(0.25)) return random.chance(0.5) ? {} : { _id: random.upTo(4) };
  return randomFilter(random, words);
};

const operandOf = (random: Random): unknown =>
  random.pick<() => unknown>([
    () => '$n',
    () => `$${pathOf(random)}`,
    () => ({ $literal: anyValue(random) }),
    () => random.upTo(3),
    () => '$$v',
    () => '$$ROOT.n',
    () => ({ x: '$n', y: [`$${pathOf(random)}`, 1] }),
  ])();

function expressionOf(random: Random): Document {
  const pair = [operandOf(random), operandOf(random)];
  const operator = random.pick(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$and', '$or', '$add', '$foo']);
  return { [operator]: random.chance(0.95) ? pair : operandOf(random) };
}

const variables = (random: Random) => some(random, { let: { v: random.pick<unknown>([1, 2.5, 'x', null]) } });

/** Fields are removed at the end: MongoDB would remember their place for a later stage. */
function pipelineOf(random: Random): Document[] {
  const stage = () =>
    random.pick<() => Document | Document[]>([
      () => ({ $match: filterOf(random) }),
      () => ({ $match: filterOf(random) }),
      () => ({ $sort: sortOf(random) }),
      () => ({ $skip: random.upTo(3) }),
      () => ({ $limit: random.upTo(4) }),
      () => ({
        $set: { [pathOf(random)]: random.chance(0.5) ? operandOf(random) : expressionOf(random) },
      }),
      () => ({ $addFields: { [pathOf(random)]: operandOf(random), zz: { y: operandOf(random) } } }),
      () => ({ $count: 'n' }),
      () => groupOf(random),
      () => groupOf(random),
      () => ({ $replaceRoot: { newRoot: random.pick<unknown>(['$$ROOT', '$c', { x: '$n', y: operandOf(random) }]) } }),
      () => ({ $unwind: '$a' }),
      () => ({ $replaceWith: random.pick<unknown>(['$a', { x: '$n' }, { x: { $literal: 1 } }]) }),
    ])();
  const removal = random.pick<Document[]>([
    [],
    [{ $project: projectionOf(random) }],
    [{ $unset: pathOf(random) }],
    [{ $unset: [pathOf(random), pathOf(random)] }],
  ]);
  return [...random.times(random.upTo(4), stage).flat(), ...removal];
}

/** Sorted, because MongoDB gives groups in any order. */
function groupOf(random: Random): Document[] {
  const _id = random.pick<unknown>(['$n', '$_id', null, { k: '$n' }, { k: '$n', l: '$zz' }]);
  const $sum = random.pick<unknown>([1, '$n', `$${pathOf(random)}`, { $literal: random.pick(numbers) }, [1, 2]]);
  const fields = { sum: { $sum }, ...some(random, { max: { [random.pick(['$max', '$sum'])]: '$n' } }) };
  return [{ $group: { _id, ...fields } }, { $sort: { _id: 1 } }];
}

/** A modifier of each kind, with valid and invalid arguments. */
function modifiersOf(random: Random): Document {
  const path = () => {
    const kind = random.upTo(8);
    if (kind === 0)
      return random.pick([
        'a.$',
        'a.$[]',
        'a.$[i]',
        'b.$[].x',
        'd.$[i].x',
        'a.$.x',
        'a.$[].$[i]',
        'b.x.$[i]',
        'a.$[i].y.$[j]',
      ]);
    return kind < 3 ? 'n' : pathOf(random);
  };
  const one = () => anyValue(random);
  const modifier = (): [string, unknown] =>
    random.pick<() => [string, unknown]>([
      () => ['$set', one()],
      () => ['$set', one()],
      () => ['$unset', ''],
      () => ['$inc', random.chance(0.9) ? random.pick(numbers.slice(0, 9)) : one()],
      () => ['$min', one()],
      () => ['$max', one()],
      () => [
        '$push',
        random.pick<unknown>([one(), { $each: [one(), one()] }, { $each: [one()], $position: random.upTo(3) - 1 }]),
      ],
      () => ['$addToSet', random.pick<unknown>([one(), { $each: [one(), one()] }])],
      () => ['$pull', random.pick<unknown>([one(), { $gte: 1 }, { x: 1 }, { $in: [1, 'a'] }])],
      () => ['$pullAll', [one(), one()]],
      () => ['$pop', random.pick([1, -1])],
      () => ['$setOnInsert', one()],
      () => [random.pick(['$mul', '$rename', '$bit', '$currentDate', '$foo']), one()],
    ])();
  const update: Document = {};
  for (const [name, argument] of random.times(1 + random.upTo(2), modifier)) {
    update[name] = { ...update[name], [path()]: argument };
  }
  return update;
}

export function updateOf(random: Random): Document | Document[] {
  const kind = random.upTo(8);
  if (kind === 0) return documentOf(random);
  if (kind === 1)
    return random.pick<Document[]>([
      [{ $set: { zz: random.pick<unknown>(['$a', 5, { $literal: [1] }]) } }, { $unset: pathOf(random) }],
      [{ $set: { [pathOf(random)]: operandOf(random) } }],
      [{ $project: projectionOf(random) }],
      [{ $replaceWith: random.pick<unknown>(['$c', { n: '$n', _id: '$_id' }, { x: operandOf(random) }]) }],
      [{ $addFields: { n: 1 } }, { $match: {} }].slice(random.upTo(2)),
    ]);
  return modifiersOf(random);
}

const arrayFilters = (random: Random, u: unknown) =>
  JSON.stringify(u)?.includes('$[i]') && random.chance(0.8)
    ? {
        arrayFilters: [
          random.pick<Document>([
            { i: { $gte: 1 } },
            { 'i.x': 1 },
            { i: 1 },
            { $or: [{ i: 1 }, { 'i.x': { $exists: true } }] },
            { i: conditionOf(random, words) },
            { i: 1, j: 1 },
          ]),
        ],
      }
    : {};

function updateCommand(random: Random): Document {
  const statement = () => {
    const u = updateOf(random);
    const upsert = random.chance(0.3);
    const q = filterOf(random);
    return { q, u, ...(upsert && { upsert }), ...some(random, { multi: true }), ...arrayFilters(random, u) };
  };
  return {
    update: 'rows',
    updates: random.times(random.chance(0.8) ? 1 : 2, statement),
    ...some(random, { ordered: false }),
  };
}

function findAndModify(random: Random): Document {
  const query = filterOf(random);
  const sort = random.chance(0.5) ? { _id: 1 } : sortOf(random);
  const common = { findAndModify: 'rows', query, sort, ...some(random, { fields: projectionOf(random) }) };
  if (random.chance(0.2)) return { ...common, remove: true };
  const update = updateOf(random);
  return {
    ...common,
    update,
    ...some(random, { new: true }),
    ...some(random, { upsert: true }),
    ...arrayFilters(random, update),
  };
}

/** Indexes that most documents fit into. */
const indexesOf = (random: Random): Document[] => [
  random.pick<Document>([
    { key: { n: 1 }, name: 'i' },
    { key: { n: -1, _id: 1 }, name: 'i' },
    { key: { zz: 1, n: 1 }, name: 'i' },
    { key: { n: 1 }, name: 'i', unique: true, partialFilterExpression: { n: random.upTo(3) } },
    { key: { n: 1 }, name: 'i', partialFilterExpression: { a: { $exists: true } } },
  ]),
];

function createIndexes(random: Random): Document {
  const index = () => ({
    key: random.pick<Document>([{ n: 1 }, { n: -1, _id: 1 }, { 'zz.y': 1 }, { $a: 1 }, { 'a..b': 1 }, {}]),
    name: random.pick(['i', 'j']),
    ...some(random, { unique: true }),
    ...some(random, { partialFilterExpression: { n: { $exists: true } } }),
    ...some(random, { expireAfterSeconds: random.pick([-1, 0, 5]) }),
  });
  return { createIndexes: 'rows', indexes: random.times(random.upTo(3), index) };
}
