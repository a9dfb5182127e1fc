import { describe, expect, test } from '@jest/globals';
import { Code, type Document, Long, Timestamp } from 'mongodb';
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

describe('refused by name (manual: reference/error-codes)', () => {
  test.each(cases.filter(([, code]) => applies(code)))('%s gives %i', async (_, code, command) => {
    const rows = await server.given();
    await rows.createIndex({ a: 1, b: 1 });

    expect(await codeOf(server.db.command(command(rows.collectionName)))).toBe(code);
  });
});
