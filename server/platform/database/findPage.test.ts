import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { model, mongo, Schema, Types, trusted } from 'mongoose';
import { setUpServer } from '../../testing/server.ts';
import { findPage } from './findPage.ts';

interface Leaf {
  _id: Types.ObjectId;
  tree: Types.ObjectId;
}

const LeafModel = model<Leaf>('Leaf', new Schema<Leaf>({ tree: Schema.Types.ObjectId }, { versionKey: false }));
const tree = new Types.ObjectId();
const leaves = Array.from({ length: 250 }, () => ({ _id: new Types.ObjectId(), tree }));

setUpServer();
beforeAll(async () => {
  await LeafModel.insertMany(leaves.toReversed(), { lean: true });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const failingOnce = (error: Error) => jest.spyOn(LeafModel.db.db as mongo.Db, 'command').mockRejectedValueOnce(error);

test('a page holds the first documents by id, as they are stored', async () => {
  expect(await findPage<Leaf>(LeafModel, { tree }, 200)).toEqual(leaves.slice(0, 200));
});

test('a page continues where the previous one ended', async () => {
  expect(await findPage<Leaf>(LeafModel, { tree, _id: trusted({ $gt: leaves[199]?._id }) }, 200)).toEqual(
    leaves.slice(200),
  );
});

test('a read whose connection was lost is retried', async () => {
  failingOnce(new mongo.MongoNetworkError('lost'));

  expect(await findPage<Leaf>(LeafModel, { tree }, 3)).toEqual(leaves.slice(0, 3));
});

test('a database that is away is not retried', async () => {
  failingOnce(new mongo.MongoServerSelectionError('away', {} as never));

  await expect(findPage<Leaf>(LeafModel, { tree }, 3)).rejects.toThrow('away');
});
