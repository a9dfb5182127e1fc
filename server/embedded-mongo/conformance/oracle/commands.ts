import type { Document } from 'mongodb';
import type { Random } from './random.ts';
import { anyValue, documentOf, fields, numbers, pathOf } from './values.ts';

/** One random command, and the documents that it finds. */
export interface CommandCase {
  documents: Document[];
  command: Document;
}

export function commandCase(random: Random): CommandCase {
  const documents = random.times(random.upTo(7), (_id) => ({ _id, ...documentOf(random) }));
  const command = random.pick(commands)(random);
  if (random.chance(0.1)) {
    const place = random.pick([command, ...(command.updates ?? []), ...(command.deletes ?? [])]) as Document;
    place[random.pick(options)] = anyValue(random);
  }
  return { documents, command };
}

const options =
  'sort limit skip hint upsert multi arrayFilters ordered readConcern maxTimeMS batchSize singleBatch let comment'.split(
    ' ',
  );

const commands: ((random: Random) => Document)[] = [
  findCommand,
  findCommand,
  (random) => ({ aggregate: 'rows', pipeline: pipelineOf(random), cursor: random.chance(0.2) ? { batchSize: 1 } : {} }),
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
    spec[pathOf(random)] = random.pick<unknown>(['$a', '$n', { $literal: 5 }, { $eq: ['$n', 1] }, { $add: ['$n', 1] }]);
  }
  return spec;
}

function conditionOf(random: Random): unknown {
  const one = () => anyValue(random);
  switch (random.upTo(18)) {
    case 0:
      return { $in: [one(), one()] };
    case 1:
      return { $gt: one(), $lte: one() };
    case 2:
      return { [random.pick(['$gt', '$gte', '$lt', '$lte'])]: one() };
    case 3:
      return { $exists: random.chance(0.5) };
    case 4:
      return { $ne: one() };
    case 5:
      return { $nin: [one(), one()] };
    case 6:
      return { $eq: one() };
    case 7:
      return { $elemMatch: random.pick<unknown>([{ $gte: 1 }, { $not: { $in: ['x', one()] } }, { x: one() }]) };
    case 8:
      return { $not: random.pick<unknown>([{ $gt: one() }, { $exists: false }, { $gte: one(), $lt: one() }]) };
    case 9:
      return { $type: random.pick<unknown>(['string', 'int', 'array', 'null', 'object', 'number', 2, -1, 'x']) };
    case 10:
      return random.chance(0.5) ? { $size: random.upTo(4) } : { $all: [one(), one()].slice(random.upTo(2)) };
    case 11:
      return random.pick<unknown>([{ $regex: 'a', $options: 'i' }, { $mod: [2, 1] }, { $foo: 1 }, { $bitsAllSet: 1 }]);
    default:
      return one();
  }
}

function filterOf(random: Random, depth = 0): Document {
  if (depth === 0 && random.chance(0.25)) return random.chance(0.5) ? {} : { _id: random.upTo(4) };
  const fields = Object.fromEntries(
    random.times(1 + random.upTo(2), () => [random.chance(0.3) ? 'n' : pathOf(random), conditionOf(random)]),
  );
  if (depth > 1) return fields;
  const branches = () => random.times(1 + random.upTo(2), () => filterOf(random, depth + 1));
  const kind = random.upTo(9);
  if (kind === 0) return { ...fields, $or: branches() };
  if (kind === 1) return { $and: [fields, ...branches()] };
  if (kind === 2) return { $nor: branches() };
  if (kind === 3) return { $expr: random.pick([{ $gt: ['$n', 1] }, { $eq: ['$a', '$b'] }, { $and: ['$a', true] }]) };
  return fields;
}

function pipelineOf(random: Random): Document[] {
  return random.times(random.upTo(4), () =>
    random.pick<() => Document>([
      () => ({ $match: filterOf(random) }),
      () => ({ $match: filterOf(random) }),
      () => ({ $sort: sortOf(random) }),
      () => ({ $skip: random.upTo(3) }),
      () => ({ $limit: random.upTo(4) }),
      () => ({ $project: projectionOf(random) }),
      () => ({ $unset: pathOf(random) }),
      () => ({
        $set: { [pathOf(random)]: random.pick<unknown>(['$a', 5, '$n']) },
      }),
      () => ({ $count: 'n' }),
      () => ({ $unwind: '$a' }),
      () => ({ $replaceWith: random.pick<unknown>(['$a', { x: '$n' }, { x: { $literal: 1 } }]) }),
    ])(),
  );
}

/** A modifier of each kind, with valid and invalid arguments. */
function modifiersOf(random: Random): Document {
  const path = () => {
    const kind = random.upTo(8);
    if (kind === 0) return random.pick(['a.$', 'a.$[]', 'a.$[i]', 'b.$[].x', 'd.$[i].x', 'a.$.x']);
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
    return [{ $set: { zz: random.pick<unknown>(['$a', 5, { $literal: [1] }]) } }, { $unset: pathOf(random) }];
  return modifiersOf(random);
}

const arrayFilters = (random: Random, u: unknown) =>
  JSON.stringify(u)?.includes('$[i]') && random.chance(0.8)
    ? { arrayFilters: [random.pick<Document>([{ i: { $gte: 1 } }, { 'i.x': 1 }, { i: 1 }])] }
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
  const common = { findAndModify: 'rows', query, sort: { _id: 1 }, ...some(random, { fields: projectionOf(random) }) };
  if (random.chance(0.2)) return { ...common, remove: true };
  const update = updateOf(random);
  return { ...common, update, ...some(random, { new: true }), ...arrayFilters(random, update) };
}

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
