import { get, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import { accountExportSchema } from '../../../../common/schemas/export/export.ts';
import { titleFactsSchema } from '../../../../common/schemas/item.ts';
import { createFolder, type Person, personWith, signUp, titleFacts } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { insertItems, newItem } from '../../folders/model/item.model.ts';
import { type ReviewDoc, ReviewModel } from '../../reviews/review.model.ts';

const PATH = '/api/export?format=marquee';
const TITLES = 1000;

const server = setUpServer({ env: { RATE_LIMIT: '1', LOG_LEVEL: 'silent' } });
let ana: Person;
const downloads: IncomingMessage[] = [];

beforeEach(async () => {
  ana = await signUp(server);
});
afterEach(() => {
  for (const download of downloads.splice(0)) download.destroy();
});

/** Starts a download and reads nothing of its body yet. */
function begin(person = ana): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = get(`${server.url}${PATH}`, { headers: { cookie: person.cookie } }, (answer) => {
      downloads.push(answer);
      resolve(answer);
    });
    asked.on('error', reject);
  });
}

async function textOf(download: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of download) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** Gives the person a list of many titles with reviews: far more text than the buffers of a connection hold. */
async function fill(person: Person): Promise<void> {
  const place = {
    userId: new Types.ObjectId(person.user.id),
    folderId: new Types.ObjectId((await createFolder(person)).id),
  };
  const titles = Array.from({ length: TITLES }, (_, index) =>
    newItem(titleFactsSchema.parse(titleFacts({ tmdbId: index + 1 })), place),
  );
  await insertItems(titles);
  const now = new Date();
  const reviews = titles.map(
    ({ mediaType, tmdbId }): ReviewDoc => ({
      _id: new Types.ObjectId(),
      userId: place.userId,
      mediaType,
      tmdbId,
      rating: 3,
      comment: `${tmdbId} `.repeat(4000),
      createdAt: now,
      updatedAt: now,
    }),
  );
  await ReviewModel.insertMany(reviews, { lean: true });
}

/** Asks until the earlier download no longer counts as running. */
async function whenFree(person = ana): Promise<number> {
  for (;;) {
    const { status } = await person.get(PATH);
    if (status !== 409) return status;
  }
}

test('a large account is written no faster than the client reads it, and is complete and in order', async () => {
  await fill(ana);
  const ben = await signUp(server, 'Ben');

  const download = await begin();
  // All of it would not fit into the connection, so the server waits for the client.
  const second = await ana.get(PATH);
  const other = await ben.get(PATH);
  const { lists, reviews } = accountExportSchema.parse(JSON.parse(await textOf(download)));

  expect([second.status, second.body.code, other.status]).toEqual([409, 'conflict', 200]);
  const inOrder = Array.from({ length: TITLES }, (_, index) => index + 1);
  expect(reviews.map(({ tmdbId }) => tmdbId)).toEqual(inOrder);
  expect(lists.flatMap(({ items }) => items.map(({ tmdbId }) => tmdbId))).toEqual(inOrder);
  expect(await whenFree()).toBe(200);
});

test('a download that the client gives up no longer counts as running', async () => {
  await fill(ana);
  const download = await begin();
  expect((await ana.get(PATH)).status).toBe(409);

  download.destroy();

  expect(await whenFree()).toBe(200);
});

test('a file that cannot be finished ends as an incomplete download, and can be tried again', async () => {
  const userId = new Types.ObjectId(ana.user.id);
  await ReviewModel.collection.insertOne({ userId, mediaType: 'movie', tmdbId: 1, rating: 'broken' } as never);

  await expect(begin().then(textOf)).rejects.toThrow(/aborted|socket hang up|ECONNRESET/);

  await ReviewModel.deleteMany({ userId });
  expect(await whenFree()).toBe(200);
});

test('a person can download the file three times an hour', async () => {
  const statuses = [];
  for (let count = 0; count <= 3; count += 1) statuses.push((await ana.get(PATH)).status);

  expect(statuses).toEqual([...Array.from({ length: 3 }, () => 200), 429]);
});

test.each([
  ['Sec-Fetch-Site', 'cross-site'],
  ['Origin', 'https://elsewhere.example'],
])('a page of another site cannot start the download (%s)', async (header, value) => {
  const answer = await ana.get(PATH).set(header, value);

  expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
});

test('the server does not spend its time on compressing the file', async () => {
  const answer = await ana.get(PATH).set('Accept-Encoding', 'gzip');

  expect(answer.status).toBe(200);
  expect(answer.headers).not.toHaveProperty('content-encoding');
});

test('a visitor and an unknown format get an error', async () => {
  expect((await personWith(server, '').get(PATH)).status).toBe(401);
  expect((await ana.get('/api/export?format=paper')).status).toBe(400);
});
