import { describe, expect, test } from '@jest/globals';
import { Code, Decimal128, type Document, Long, Timestamp } from 'mongodb';
import { applies, codeOf, connectServer } from './server.ts';

const server = connectServer();

type Case = [what: string, code: number, command: (name: string) => Document];

const find = (options: Document) => (name: string) => ({ find: name, ...options });
const aggregate =
  (...pipeline: Document[]) =>
  (name: string) => ({ aggregate: name, pipeline, cursor: {} });
const index =
  (key: Document, options: Document = {}) =>
  (name: string) => ({ createIndexes: name, indexes: [{ key, name: 'i', ...options }] });

/** MongoDB replaces it by the current time. */
const emptyTime = new Timestamp({ t: 0, i: 0 });
const u = { $set: { a: 1 } };
const insert = (options: Document) => (name: string) => ({ insert: name, documents: [{ a: 1 }], ...options });
const update =
  (statement: Document, options: Document = {}) =>
  (name: string) => ({ update: name, updates: [{ q: {}, u, ...statement }], ...options });
const remove = (statement: Document) => (name: string) => ({ delete: name, deletes: [{ q: {}, ...statement }] });
const modify = (options: Document) => (name: string) => ({ findAndModify: name, ...options });
const count = (options: Document) => (name: string) => ({ count: name, ...options });

/** Fields of the wrong type, missing fields and invalid values. */
const wrongFields: Case[] = [
  ['a filter that is null', 14, find({ filter: null })],
  ['a sort that is a list', 14, find({ sort: [] })],
  ['a limit that is negative', 51024, find({ limit: -2 })],
  ['a limit that is a text', 14, find({ limit: 'x' })],
  ['singleBatch 1', 14, find({ singleBatch: 1 })],
  ['a hint that is a number', 9, find({ hint: 5 })],
  ['a batch size that is negative', 51024, find({ batchSize: -1 })],
  ['tailable 0', 14, find({ tailable: 0 })],
  ['a limit of a count that is a fraction', 9, count({ limit: 1.5 })],
  ['a limit of a count that is a tiny fraction', 9, count({ limit: Decimal128.fromString('1E-400') })],
  ['a hint of a count that is null', 9, count({ hint: null })],
  ['a pipeline that is no list', 14, (name) => ({ aggregate: name, pipeline: {}, cursor: {} })],
  ['an aggregate without a cursor', 9, (name) => ({ aggregate: name, pipeline: [] })],
  ['an unknown field of a cursor', 40415, (name) => ({ aggregate: name, pipeline: [], cursor: { size: 1 } })],
  ['distinct without a key', 40414, (name) => ({ distinct: name })],
  ['distinct by a number', 14, (name) => ({ distinct: name, key: 1 })],
  ['getMore of an int', 14, (name) => ({ getMore: 5, collection: name })],
  ['killCursors of a number', 14, (name) => ({ killCursors: name, cursors: 5 })],
  ['ordered 1', 14, insert({ ordered: 1 })],
  ['documents that are numbers', 14, insert({ documents: [1] })],
  ['upsert 1', 14, update({ upsert: 1 })],
  ['multi 1', 14, update({ multi: 1 })],
  ['arrayFilters 1', 14, update({ arrayFilters: 1 })],
  ['arrayFilters of numbers', 14, update({ arrayFilters: [1] })],
  ['an update without a filter', 40414, (name) => ({ update: name, updates: [{ u }] })],
  ['an update by a number', 9, update({ u: 5 })],
  ['an update by a filter that is a list', 14, update({ q: [] })],
  ['a delete without a limit', 40414, remove({})],
  ['a delete of two', 9, remove({ limit: 2 })],
  ['a delete with a hint that is true', 9, remove({ limit: 1, hint: true })],
  ['upsert as a text', 14, modify({ update: u, upsert: 'x' })],
  ['remove 1 with an update', 9, modify({ remove: 1, update: u })],
  ['nameOnly 1', 14, () => ({ listCollections: 1, nameOnly: 1 })],
  ['dropDatabase 0', 5255100, () => ({ dropDatabase: 0 })],
  ['a verbosity of another kind', 2, (name) => ({ explain: { find: name }, verbosity: 'x' })],
  ['a collection that is a number', 2, () => ({ find: 1 })],
  ['a read concern of another kind', 9, find({ readConcern: { level: 'foo' } })],
  ['a read concern by a number', 14, find({ readConcern: { level: 1 } })],
  ['a read concern with an unknown field', 72, find({ readConcern: { level: 'local', x: 1 } })],
  ['a read concern that is a text', 9, find({ readConcern: 'local' })],
  ['a read concern of a write', 72, insert({ readConcern: { level: 'majority' } })],
  ['a write concern of a read', 72, find({ writeConcern: { w: 1 } })],
  ['a write concern of -1', 9, insert({ writeConcern: { w: -1 } })],
  ['a write concern of 51', 9, insert({ writeConcern: { w: 51 } })],
  ['a write concern with an unknown field', 40415, insert({ writeConcern: { w: 1, x: 1 } })],
  ['a write concern that is a number', 14, insert({ writeConcern: 1 })],
  ['apiStrict without a version', 4886600, find({ apiStrict: true })],
  ['an unknown version of the API', 322, find({ apiVersion: '2' })],
];

const key = { x: 1 };
const indexes =
  (...specs: Document[]) =>
  (name: string) => ({ createIndexes: name, indexes: specs });

/** The collection has the indexes { a: 1, b: 1 } and { c: 1 }, the latter partial. */
const wrongIndexes: Case[] = [
  ['no indexes', 2, indexes()],
  ['the same name and key, but unique', 86, index({ a: 1, b: 1 }, { name: 'a_1_b_1', unique: true })],
  ['the same name, another key', 86, index({ b: 1 }, { name: 'a_1_b_1' })],
  ['the same key, another name', 85, index({ a: 1, b: 1 })],
  ['the same index twice', 68, indexes({ key, name: 'x' }, { key, name: 'x' })],
  ['one key by two names', 85, indexes({ key, name: 'x' }, { key, name: 'y' })],
  ['a name with a leading $', 67, index({ $a: 1 })],
  ['an empty part', 67, index({ 'a..b': 1 })],
  ['an empty name of a field', 67, index({ '': 1 })],
  ['a direction of 0', 67, index({ x: 0 })],
  ['a negative time', 67, index(key, { expireAfterSeconds: -1 })],
  ['a time that is too long', 67, index(key, { expireAfterSeconds: 2 ** 31 })],
  ['unique as a text', 14, index(key, { unique: 'x' })],
  ['an unknown option', 197, index(key, { colour: 'red' })],
  ['another version', 67, index(key, { v: 3 })],
  ['a filter by a regular expression', 115, index(key, { partialFilterExpression: { a: /x/ } })],
  ['unique for _id', 197, index({ _id: 1 }, { unique: true })],
  ['a time for _id', 197, index({ _id: 1 }, { expireAfterSeconds: 1 })],
  ['_id descending', 2, index({ _id: -1 })],
  ['the name of the index of _id', 2, index(key, { name: '_id_' })],
  ['the name *', 2, index(key, { name: '*' })],
  ['an empty name', 67, index(key, { name: '' })],
  ['no name', 9, indexes({ key })],
  ['a name with a zero', 67, index(key, { name: 'a\0b' })],
  ['too many indexes', 67, indexes(...Array.from({ length: 64 }, (_, i) => ({ key: { [`f${i}`]: 1 }, name: `${i}` })))],
  ['dropping by a number', 14, (name) => ({ dropIndexes: name, index: 5 })],
  ['dropping by a key that two have', 181, (name) => ({ dropIndexes: name, index: { c: 1 } })],
];

const wrongNames: Case[] = [
  ['a leading dot', 73, () => ({ create: '.a' })],
  ['a zero', 73, () => ({ insert: 'a\0b', documents: [{}] })],
  ['a $', 73, () => ({ create: 'a$b' })],
  ['a reserved name', 73, () => ({ create: 'system.x' })],
  ['a leading dot of what is read', 73, () => ({ find: '.a' })],
];

/** What MongoDB itself refuses, with its codes; then what MongoDB supports and the embedded database does not (115). */
const cases: Case[] = [
  ['an unknown command', 59, () => ({ nothingLikeIt: 1 })],
  ['an unknown field', 40415, find({ colour: 'red' })],
  ['an insert without documents', 16, (name) => ({ insert: name, documents: [] })],
  ['an update without statements', 16, (name) => ({ update: name, updates: [] })],
  [
    'a command outside of the stable API',
    323,
    (name) => ({ distinct: name, key: 'a', apiVersion: '1', apiStrict: true }),
  ],
  ['a sort by 2', 15975, find({ sort: { a: 2 } })],
  ['a hint to an unknown index', 2, find({ hint: 'nothing' })],
  ['an unknown stage', 40324, aggregate({ $nonsense: 1 })],
  ['an index without keys', 67, index({})],
  ['a TTL index over two fields', 67, index({ a: 1, b: 1 }, { expireAfterSeconds: 1 })],
  ['an existing collection', 48, (name) => ({ create: name })],
  ['indexes of an unknown collection', 26, () => ({ listIndexes: 'nowhere' })],
  ['an unknown index', 27, (name) => ({ dropIndexes: name, index: 'nothing' })],
  ['an unknown index, by its key', 27, (name) => ({ dropIndexes: name, index: { x: -1 } })],
  ['the index of _id, by its key', 72, (name) => ({ dropIndexes: name, index: { _id: 1 } })],
  ['the index of _id', 72, (name) => ({ dropIndexes: name, index: '_id_' })],
  ['an unknown cursor', 43, (name) => ({ getMore: Long.fromNumber(12345), collection: name })],
  ['an array in an indexed field', 115, (name) => ({ insert: name, documents: [{ a: [1] }] })],
  ['a sparse index', 115, index({ a: 1 }, { sparse: true })],
  ['a partial index with a range', 115, index({ a: 1 }, { partialFilterExpression: { a: { $gt: 1 } } })],
  ['JavaScript code as a value', 115, (name) => ({ insert: name, documents: [{ x: new Code('x') }] })],
  ['an insert of an empty timestamp', 115, (name) => ({ insert: name, documents: [{ x: emptyTime }] })],
  [
    'a replacement with an empty timestamp',
    115,
    (name) => ({ update: name, updates: [{ q: { _id: 1 }, u: { x: emptyTime }, upsert: true }] }),
  ],
  ['a collation', 115, find({ collation: { locale: 'de' } })],
  ['a tailable cursor', 115, find({ tailable: true })],
  ['$where', 115, find({ filter: { $where: 'true' } })],
  ['$text', 115, find({ filter: { $text: { $search: 'x' } } })],
  ['$lookup', 115, aggregate({ $lookup: { from: 'x', localField: 'a', foreignField: 'b', as: 'c' } })],
  ['$out', 115, aggregate({ $out: 'x' })],
  ['$facet', 115, aggregate({ $facet: { a: [] } })],
  ['a geographic index', 115, index({ a: '2dsphere' })],
  ['a text index', 115, index({ a: 'text' })],
  ['a hashed index', 115, index({ a: 'hashed' })],
  ['a wildcard index', 115, index({ '$**': 1 })],
  ['an index with a collation', 115, index({ a: 1 }, { collation: { locale: 'de' } })],
  ['a capped collection', 115, () => ({ create: 'capped', capped: true, size: 4096 })],
  ['a view', 115, (name) => ({ create: 'view', viewOn: name, pipeline: [] })],
  ['a time series', 115, () => ({ create: 'series', timeseries: { timeField: 't' } })],
  ['a validator', 115, () => ({ create: 'valid', validator: { a: 1 } })],
  ['renaming a collection', 115, (name) => ({ renameCollection: `x.${name}`, to: 'x.y' })],
  ['changing a collection', 115, (name) => ({ collMod: name })],
  ['a bulk write to several collections', 115, () => ({ bulkWrite: 1, ops: [], nsInfo: [] })],
  ['a snapshot read outside of transactions', 115, find({ readConcern: { level: 'snapshot' } })],
  ['mapReduce', 115, (name) => ({ mapReduce: name, map: '', reduce: '', out: 'x' })],
];

describe.each([
  ['refused by name (manual: reference/error-codes)', cases],
  ['wrong fields of commands (manual: reference/command)', wrongFields],
  ['wrong indexes (manual: command/createIndexes, command/dropIndexes)', wrongIndexes],
  ['wrong names of collections (manual: reference/limits, naming restrictions)', wrongNames],
])('%s', (_, list) => {
  test.each(list.filter(([, code]) => applies(code)))('%s gives %i', async (_what, code, command) => {
    const rows = await server.given();
    await rows.createIndex({ a: 1, b: 1 });
    await rows.createIndex({ c: 1 });
    await rows.createIndex({ c: 1 }, { name: 'partial', partialFilterExpression: { d: 1 } });

    expect(await codeOf(server.db.command(command(rows.collectionName)))).toBe(code);
  });
});

describe('accepted (manual: command/createIndexes, findAndModify)', () => {
  test('one key for two indexes of which one is unique', async () => {
    const rows = await server.given();
    await rows.createIndex({ a: 1 });

    await rows.createIndex({ a: 1 }, { name: 'unique', unique: true });

    expect((await rows.indexes()).map(({ name }) => name)).toEqual(['_id_', 'a_1', 'unique']);
  });

  test('an index that is there, with its filter in another order', async () => {
    const rows = await server.given();
    await rows.createIndex({ a: 1 }, { partialFilterExpression: { b: 1, c: 1 } });

    const { note } = await server.db.command(
      index({ a: 1 }, { name: 'a_1', partialFilterExpression: { c: 1, b: 1 } })(rows.collectionName),
    );

    expect(note).toBe('all indexes already exist');
  });

  test.each([
    ['background as true', { background: true }, { background: true }],
    ['background as a number', { background: 0 }, { background: false }],
    ['sparse as false', { sparse: false }, { sparse: false }],
    ['hidden as false', { hidden: false }, {}],
  ])('%s', async (_, options, shown) => {
    const rows = await server.given();

    await server.db.command(index({ a: 1 }, options)(rows.collectionName));

    expect((await rows.indexes())[1]).toEqual({ v: 2, key: { a: 1 }, name: 'i', ...shown });
  });

  test('options of indexes as numbers', async () => {
    const rows = await server.given();

    await server.db.command(index({ a: 1 }, { unique: 1, expireAfterSeconds: 1.5 })(rows.collectionName));

    expect(await rows.indexes()).toMatchObject([{}, { unique: true, expireAfterSeconds: 1 }]);
  });

  test('flags of findAndModify as numbers', async () => {
    const name = (await server.given()).collectionName;

    const { value } = await server.db.command(modify({ query: { _id: 1 }, update: u, upsert: 1, new: 1 })(name));

    expect(value).toEqual({ _id: 1, a: 1 });
  });

  test.each(['2.5', 'NaN'])('a time limit of the decimal %s', async (text) => {
    const { collectionName } = await server.given();

    expect(await codeOf(server.db.command(find({ maxTimeMS: Decimal128.fromString(text) })(collectionName)))).toBe(0);
  });

  test.each(['skip', 'limit'])('NaN as %s means zero', async (field) => {
    const rows = await server.given({}, {});

    const { cursor } = await server.db.command(find({ [field]: Number.NaN })(rows.collectionName));

    expect(cursor.firstBatch).toHaveLength(2);
  });

  test('a limit that is a fraction counts whole documents', async () => {
    const rows = await server.given({}, {});

    const { cursor } = await server.db.command(find({ limit: 1.5 })(rows.collectionName));

    expect(cursor.firstBatch).toHaveLength(1);
  });

  test('null for what is optional', async () => {
    const rows = await server.given();

    expect(
      await codeOf(server.db.command(update({ multi: null }, { ordered: null, let: null })(rows.collectionName))),
    ).toBe(0);
  });

  test('a write concern without a definition, after the write', async () => {
    const name = (await server.given()).collectionName;

    const written = server.db.command(insert({ writeConcern: { w: 'elsewhere' } })(name));

    await expect(written).rejects.toMatchObject({ code: 79 });
    expect(await server.db.collection(name).countDocuments()).toBe(1);
  });
});
