import { describe, expect, test } from '@jest/globals';
import type { Document } from 'bson';
import { decode, encode } from '../bson/codec.ts';
import { identical } from '../bson/compare.ts';
import { positionalCases } from './positions.cases.ts';
import { refusedUpdates } from './refusedUpdates.cases.ts';
import { applies, codeOf, connectServer } from './server.ts';
import { updateCases } from './updates.cases.ts';

const server = connectServer();

/** Updates a document in the database. Sent as a command, because drivers refuse some updates themselves. */
async function update(before: Document, u: Document | Document[], filter: Document = {}, options: Document = {}) {
  const collection = await server.given({ _id: 1, ...before });
  const q = { $and: [filter, { _id: before._id ?? 1 }] };
  const command = { update: collection.collectionName, updates: [{ q, u, ...options }] };
  return { collection, answer: server.db.command(command) };
}

async function expectUpdated(before: Document, after: Document, ...how: [Document | Document[], Document?, Document?]) {
  const { collection, answer } = await update(before, ...how);
  const expected = decode(encode({ _id: 1, ...after } as never));
  const isChanged = !identical(decode(encode({ _id: 1, ...before } as never)), expected);

  expect(await answer).toMatchObject({ n: 1, nModified: isChanged ? 1 : 0 });
  const [bytes] = await collection.find({}, { raw: true }).toArray();
  const updated = decode(bytes as unknown as Uint8Array);
  expect(updated).toEqual(expected);
  expect(identical(updated, expected)).toBe(true);
}

describe.each(updateCases)('$title', ({ rows }) => {
  test.each(rows)('%s', (_, change, before, after) => expectUpdated(before, after, change));
});

describe('positions (manual: update/positional, positional-all, positional-filtered)', () => {
  test.each(positionalCases)('%s', (_, filter, change, before, after, options = {}) =>
    expectUpdated(before, after, change, filter, options),
  );
});

describe('updates that are refused', () => {
  test.each(refusedUpdates.filter(([, , , code]) => applies(code)))('%s', async (_, change, doc, code, options) => {
    const { collection, answer } = await update(doc, change, {}, options);

    expect(await codeOf(answer)).toBe(code);
    expect(await collection.countDocuments()).toBe(1);
  });
});
