import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import type { Test } from 'supertest';
import { allFlags } from '../../../common/permissions.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import { inOneTransaction } from '../../testing/oneTransaction.ts';
import { addItem, createFolder, inviteTo, type Person, shareWith, signUp, titleFacts } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { TriedInVain } from '../database/databaseAway.ts';
import { inOperation, replayIdempotentResponse } from './operations.ts';

const server = setUpServer();
let owner: Person;
let member: Person;
let folder: Folder;

beforeAll(async () => {
  [owner, member] = await Promise.all([signUp(server, 'Olga'), signUp(server, 'Mia')]);
});
beforeEach(async () => {
  folder = await createFolder(owner);
});

const withKey = (test: Test, key: string) => test.set('Idempotency-Key', key);
const revOf = async () => (await owner.get(`/api/folders/${folder.id}`)).body.rev;

/** Each write of the product, as a request that can be repeated. */
const writes: [string, () => Promise<() => Test>][] = [
  ['creates a list', async () => () => owner.post('/api/folders', { name: 'Once' })],
  ['renames a list', async () => () => owner.put(`/api/folders/${folder.id}`, { name: 'Once' })],
  ['deletes a list', async () => () => owner.delete(`/api/categories/${folder.id}`)],
  [
    'adds an item',
    async () => {
      const facts = titleFacts();
      return () => owner.post('/api/watchlist', { folderId: folder.id, ...facts });
    },
  ],
  [
    'sets the rewatch flag',
    async () => {
      const item = await addItem(owner, folder.id);
      return () => owner.patch(`/api/watchlist/${item.id}/watched`, { watched: true });
    },
  ],
  [
    'removes an item',
    async () => {
      const item = await addItem(owner, folder.id);
      return () => owner.delete(`/api/watchlist/${item.id}`);
    },
  ],
  [
    'sends an invitation',
    async () => () =>
      owner.post('/api/folder-invitations', { folderId: folder.id, invitedUserId: member.user.id, canEdit: true }),
  ],
  [
    'accepts an invitation',
    async () => {
      const { id } = await inviteTo(owner, folder.id, member);
      return () => member.post(`/api/folder-invitations/${id}/respond`, { status: 'accepted' });
    },
  ],
  [
    'withdraws an invitation',
    async () => {
      const { id } = await inviteTo(owner, folder.id, member);
      return () => owner.delete(`/api/folder-invitations/${id}`);
    },
  ],
  [
    'changes flags',
    async () => {
      await shareWith(owner, folder.id, member);
      const [share] = (await owner.get(`/api/folders/${folder.id}/shares`)).body;
      return () => owner.put(`/api/folder-shares/${share.id}/permissions`, allFlags);
    },
  ],
  [
    'revokes a share',
    async () => {
      await shareWith(owner, folder.id, member);
      const [share] = (await owner.get(`/api/folders/${folder.id}/shares`)).body;
      return () => owner.delete(`/api/folder-shares/${share.id}`);
    },
  ],
  [
    'leaves a list',
    async () => {
      await shareWith(owner, folder.id, member);
      return () => member.delete(`/api/folders/${folder.id}/leave`);
    },
  ],
  ['pins a user', async () => () => owner.post(`/api/users/${member.user.id}/pin`)],
];

describe.each(writes)('a request that %s, repeated with its key,', (_name, prepare) => {
  test('gets the first answer and changes nothing (P4)', async () => {
    const send = await prepare();
    const key = randomUUID();

    const first = await withKey(send(), key);
    const rev = await revOf();
    const again = await withKey(send(), key.toUpperCase());

    expect(first.status).toBeLessThan(300);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(await revOf()).toBe(rev);
  });

  test('gets the same answer in parallel (P4)', async () => {
    const send = await prepare();
    const key = randomUUID();

    const answers = await Promise.all(Array.from({ length: 4 }, () => withKey(send(), key)));

    const [first, ...others] = answers.map(({ status, body }) => ({ status, body }));
    expect(first!.status).toBeLessThan(300);
    for (const other of others) expect(other).toEqual(first);
  });
});

describe('an answer with a large part', () => {
  const longText = 'x'.repeat(4000);
  const keptAnswer = async (key: string) => {
    const operations = mongoose.connection.collection<{ _id: string; answer: unknown }>('operations');
    return (await operations.findOne({ _id: { $regex: `${key}$` } }))?.answer;
  };
  const sizeOf = (value: unknown) => JSON.stringify(value).length;

  /** Writes whose answers contain a large text or many people, as requests that can be repeated. */
  const large: [string, () => Promise<() => Test>][] = [
    [
      'an item',
      async () => {
        const facts = titleFacts({ overview: longText });
        return () => owner.post('/api/watchlist', { folderId: folder.id, ...facts });
      },
    ],
    [
      'an item that is changed',
      async () => {
        const item = await addItem(owner, folder.id, { overview: longText });
        return () => owner.patch(`/api/watchlist/${item.id}/watched`, { watched: true });
      },
    ],
    [
      'an undone change',
      async () => {
        await addItem(owner, folder.id, { overview: longText });
        const rev = await revOf();
        return () => owner.post(`/api/folders/${folder.id}/changes/${rev}/undo`);
      },
    ],
    [
      'a review',
      async () => {
        const facts = titleFacts();
        return () => owner.post('/api/reviews', { ...facts, rating: 4, comment: longText });
      },
    ],
    [
      'a review that is changed',
      async () => {
        const { body: review } = await owner.post('/api/reviews', { ...titleFacts(), rating: 4 });
        return () => owner.put(`/api/reviews/${review.id}`, { rating: 3, comment: longText });
      },
    ],
    [
      'a list that is shared',
      async () => {
        const people = await Promise.all(Array.from({ length: 12 }, () => signUp(server, 'Mia')));
        for (const person of people) await shareWith(owner, folder.id, person);
        return () => owner.put(`/api/folders/${folder.id}`, { name: 'Once' });
      },
    ],
  ];

  test.each(large)(
    'is stored without that part for %s, and complete when the request is repeated',
    async (_what, prepare) => {
      const send = await prepare();
      const key = randomUUID();

      const first = await withKey(send(), key);
      const again = await withKey(send(), key);

      expect(first.status).toBeLessThan(300);
      expect(sizeOf(first.body)).toBeGreaterThan(2500);
      expect(sizeOf(await keptAnswer(key))).toBeLessThan(1200);
      expect([again.status, again.body]).toEqual([first.status, first.body]);
    },
  );

  test.each(large)('is complete for each of several parallel requests for %s', async (_what, prepare) => {
    const send = await prepare();
    const key = randomUUID();

    const answers = await Promise.all(Array.from({ length: 4 }, () => withKey(send(), key)));

    const [first, ...others] = answers.map(({ status, body }) => ({ status, body }));
    expect(first?.status).toBeLessThan(300);
    for (const other of others) expect(other).toEqual(first);
  });

  test('has no text when the item has been deleted', async () => {
    const key = randomUUID();
    const facts = titleFacts({ overview: longText });
    const send = () => withKey(owner.post('/api/watchlist', { folderId: folder.id, ...facts }), key);
    const { body: item } = await send();
    await owner.delete(`/api/watchlist/${item.id}`);

    const again = await send();

    expect([again.status, again.body]).toEqual([201, { ...item, overview: null }]);
  });

  test('has the current comment of the review', async () => {
    const key = randomUUID();
    const facts = titleFacts();
    const send = () => withKey(owner.post('/api/reviews', { ...facts, rating: 4, comment: longText }), key);
    const { body: review } = await send();
    await owner.put(`/api/reviews/${review.id}`, { rating: 2, comment: 'Shorter' });

    const again = await send();

    expect([again.status, again.body]).toEqual([201, { ...review, comment: 'Shorter' }]);
  });
});

test('a request that is repeated before its answer waits for it and does not run', async () => {
  const actor = { userId: owner.user.id, operation: { opId: randomUUID(), call: 'a call' } };
  let runs = 0;
  const write = async () => {
    runs += 1;
    return 'an answer';
  };

  const answers = await Promise.all([inOperation(actor, write), inOperation(actor, write)]);

  expect(answers).toEqual(['an answer', 'an answer']);
  expect(runs).toBe(1);
});

test('parallel requests with one key create one list (P4)', async () => {
  const name = randomUUID();
  const key = randomUUID();

  await Promise.all(Array.from({ length: 4 }, () => withKey(owner.post('/api/folders', { name }), key)));

  const own: Folder[] = (await owner.get('/api/folders')).body;
  expect(own.filter((one) => one.name === name)).toHaveLength(1);
});

test('one key for different calls, bodies or paths is a conflict', async () => {
  const key = randomUUID();
  await withKey(owner.put(`/api/folders/${folder.id}`, { name: 'First' }), key);

  const answers = [
    await withKey(owner.put(`/api/folders/${folder.id}`, { name: 'Second' }), key),
    await withKey(owner.post('/api/folders', { name: 'First' }), key),
    await withKey(owner.delete(`/api/folders/${folder.id}`), key),
  ];

  expect(answers.map(({ body }) => body.code)).toEqual(['conflict', 'conflict', 'conflict']);
  expect((await owner.get(`/api/folders/${folder.id}`)).body.name).toBe('First');
});

test('a key may lack the hyphens of a UUID', async () => {
  const key = randomUUID().replaceAll('-', '');
  const send = () => withKey(owner.post('/api/folders', { name: 'Once' }), key);

  const [first, again] = [await send(), await send()];

  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
});

test.each(['0', 'tonight', '7f5f6a52-0b0e-4f0a-9c55-1d3a7a4a1f0'])('the key %s is refused', async (key) => {
  const { status, body } = await withKey(owner.post('/api/folders', { name: 'New' }), key);

  expect([status, body.issues]).toEqual([400, [{ path: 'idempotency-key', message: 'Invalid UUID' }]]);
});

test('two users may use the same key', async () => {
  const key = randomUUID();

  const [mine, theirs] = [
    await withKey(owner.post('/api/folders', { name: 'Mine' }), key),
    await withKey(member.post('/api/folders', { name: 'Mine' }), key),
  ];

  expect(theirs.status).toBe(201);
  expect(theirs.body.id).not.toBe(mine.body.id);
});

test('the key of a failed write can be used again', async () => {
  const key = randomUUID();
  const facts = titleFacts();
  const item = await addItem(owner, folder.id, facts);
  const send = () => withKey(owner.post('/api/watchlist', { folderId: folder.id, ...facts }), key);

  const failed = await send();
  await owner.delete(`/api/watchlist/${item.id}`);
  const succeeded = await send();

  expect([failed.status, succeeded.status]).toEqual([409, 201]);
});

test('after a wait for the database, the first answer is not looked up, which would wait again', async () => {
  const key = randomUUID();
  await withKey(owner.post('/api/folders', { name: 'Once' }), key).expect(201);
  const _id = `${owner.user.id}:${key}` as never;
  const stored = await mongoose.connection.collection('operations').findOne({ _id });
  const actor = { userId: owner.user.id, operation: { opId: key, call: stored?.call } };
  const missing = new mongoose.mongo.MongoServerSelectionError('Server selection timed out', {} as never);
  const locked = new TriedInVain(new Error('Write conflict'));

  await expect(replayIdempotentResponse(actor, missing)).rejects.toBe(missing);
  await expect(replayIdempotentResponse(actor, locked)).rejects.toBe(locked);
  await expect(replayIdempotentResponse(actor, new Error('Another one'))).resolves.toMatchObject({ name: 'Once' });
});

test.each(['', 'x', '123', `${'0'.repeat(8)}-0000-0000-0000-00000000000g`, 'a'.repeat(200)])(
  'the key %p is refused',
  async (key) => {
    const answer = await withKey(owner.post('/api/folders', { name: 'Never' }), key);

    expect(answer.body).toMatchObject({ code: 'validation', issues: [{ path: 'idempotency-key' }] });
  },
);

test('the change carries the key as its operation (P4)', async () => {
  const key = randomUUID();
  await withKey(owner.put(`/api/folders/${folder.id}`, { name: 'Renamed' }), key);

  const { changes } = (await owner.get(`/api/folders/${folder.id}/changes?since=1`)).body;

  expect(changes[0]).toMatchObject({ type: 'folder:renamed', opId: key });
});

describe('a write that an app queues while it is offline', () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  const operations = () => mongoose.connection.collection<{ _id: string; at?: Date; queuedAt?: Date }>('operations');

  test('has no second effect for 35 days (P4)', async () => {
    const [marked, removed] = await Promise.all([addItem(owner, folder.id), addItem(owner, folder.id)]);
    const film = titleFacts();
    const { tmdbId: filmId, mediaType, ...facts } = titleFacts();
    const queued: (() => Test)[] = [
      () => owner.post('/api/watchlist', { folderId: folder.id, ...film }),
      () => owner.patch(`/api/watchlist/${marked.id}/watched`, { watched: true }),
      () => owner.delete(`/api/watchlist/${removed.id}`),
      () => owner.post('/api/plays', { tmdbId: filmId, mediaType, facts }),
      () => owner.post('/api/plays', { tmdbId: 1396, mediaType: 'tv', season: 1, episode: 1 }),
      () => owner.post('/api/plays/up-to', { tmdbId: 1396, season: 1, episode: 3 }),
    ];
    const keyed = queued.map((send) => ({ send, key: randomUUID() }));
    const answers = [];
    for (const { send, key } of keyed) answers.push(await withKey(send(), key));
    const plays = (await owner.get('/api/plays')).body;
    const ids = keyed.map(({ key }) => `${owner.user.id}:${key}`);
    const late = new Date(Date.now() - 34 * DAY_MS);

    const { modifiedCount } = await operations().updateMany(
      { _id: { $in: ids }, at: { $exists: false }, queuedAt: { $type: 'date' } },
      { $set: { queuedAt: late } },
    );
    const again = [];
    for (const { send, key } of keyed) again.push(await withKey(send(), key));

    expect(modifiedCount).toBe(queued.length);
    expect(again.map(({ status, body }) => [status, body])).toEqual(answers.map(({ status, body }) => [status, body]));
    expect(again.filter(({ status }) => status >= 300)).toEqual([]);
    expect((await owner.get('/api/plays')).body).toEqual(plays);
    const lifetimes = (await operations().indexes()).map(({ key, expireAfterSeconds }) => [key, expireAfterSeconds]);
    expect(lifetimes).toContainEqual([{ queuedAt: 1 }, (35 * DAY_MS) / 1000]);
    expect(lifetimes).toContainEqual([{ at: 1 }, DAY_MS / 1000]);
  });

  test('leaves a mark as another member has set it since, and its own marks count as its own', async () => {
    await shareWith(owner, folder.id, member);
    const item = await addItem(owner, folder.id);
    const sinceRev = await revOf();
    const mark = (person: Person, watched: boolean, rev?: number) =>
      person.patch(`/api/watchlist/${item.id}/watched`, { watched, ...(rev !== undefined && { sinceRev: rev }) });

    const own = await mark(owner, true, sinceRev);
    const again = await mark(owner, true, sinceRev);
    await mark(member, false);
    const refused = await mark(owner, true, sinceRev);
    const informed = await mark(owner, true, await revOf());

    expect([own.status, again.status, informed.status]).toEqual([200, 200, 200]);
    expect([refused.status, refused.body.code]).toEqual([409, 'changed_since']);
  });

  test('leaves such a mark also if it was set at the same moment', async () => {
    await shareWith(owner, folder.id, member);
    const item = await addItem(owner, folder.id);
    const sinceRev = await revOf();
    const path = `/api/watchlist/${item.id}/watched`;

    const [own, refused] = await inOneTransaction(owner, folder.id, [
      () => member.patch(path, { watched: true }),
      () => owner.patch(path, { watched: false, sinceRev }),
    ]);

    expect([own?.status, refused?.status]).toEqual([200, 409]);
  });
});
