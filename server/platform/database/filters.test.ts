import { beforeAll, describe, expect, test } from '@jest/globals';
import { model, Schema, Types, trusted } from 'mongoose';
import { setUpServer } from '../../testing/server.ts';
import { findPage } from './findPage.ts';

interface Secret {
  _id: string;
  ownerId: Types.ObjectId;
  size: number;
  until: Date;
}

const SecretModel = model<Secret>(
  'Secret',
  new Schema<Secret>({ _id: String, ownerId: Schema.Types.ObjectId, size: Number, until: Date }, { versionKey: false }),
);
const secret = { _id: 'known', ownerId: new Types.ObjectId(), size: 1, until: new Date() };

setUpServer();
beforeAll(async () => {
  await SecretModel.create([secret]);
});

/** Operators as the JSON of a request could contain them. */
const operators: object[] = [{ $ne: null }, { $exists: true }, { $gt: '' }, { $not: { $eq: 7 } }, { $nin: [] }];

describe.each(['_id', 'ownerId', 'size', 'until'])('an operator that our code did not write, in %s,', (field) => {
  test.each(operators)('matches nothing: %p', async (operator) => {
    const filter = { [field]: operator } as object;

    await expect(SecretModel.findOne(filter)).rejects.toThrow('Cast to');
    await expect(SecretModel.updateOne(filter, { $set: { size: 2 } })).rejects.toThrow('Cast to');
    await expect(SecretModel.deleteOne({ $or: [filter] })).rejects.toThrow('Cast to');
    expect(await findPage(SecretModel, filter, 1)).toEqual([]);
    expect(await SecretModel.countDocuments()).toBe(1);
  });
});

test('a list in place of a value matches nothing', async () => {
  const filter = { _id: ['known'] } as object;

  await expect(SecretModel.findOne(filter)).rejects.toThrow('Cast to');
});

test('an operator that our code wrote works', async () => {
  expect(await SecretModel.findOne({ _id: trusted({ $in: ['known'] }) }).lean()).toEqual(secret);
});
