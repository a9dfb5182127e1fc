import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import mongoose, { Types } from 'mongoose';
import { createFolder, type Person, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';

const server = setUpServer();
let owner: Person;
beforeAll(async () => {
  owner = await signUp(server);
});

test('a write to a list that another transaction keeps locked is answered 503, and can be repeated', async () => {
  const folder = await createFolder(owner);
  const key = randomUUID();
  const body = JSON.stringify({ folderId: folder.id, tmdbId: 949, mediaType: 'movie', title: 'Heat' });
  const headers = { 'Content-Type': 'application/json', Cookie: owner.cookie, 'Idempotency-Key': key };
  const add = () => fetch(`${server.url}/api/watchlist`, { method: 'POST', headers, body });
  // Such as the transaction of a node that was killed, which the database keeps for a while.
  const session = await mongoose.connection.startSession();
  session.startTransaction();
  const folders = mongoose.connection.collection('folders');
  await folders.updateOne({ _id: new Types.ObjectId(folder.id) }, { $inc: { rev: 1 } }, { session });

  const refused = await add();
  await session.abortTransaction();
  await session.endSession();
  const repeated = await add();

  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(repeated.status).toBe(201);
});
