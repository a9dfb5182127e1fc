import { beforeEach, describe, expect, test } from '@jest/globals';
import mongoose, { Types } from 'mongoose';
import { limits } from '../common/constants.ts';
import { addItem, createFolder, type Person, shareWith, signUp } from './testing/people.ts';
import { recordPlay } from './testing/plays.ts';
import { setUpServer } from './testing/server.ts';

const server = setUpServer();
const SHOWS = [1399, 1396, 95396] as const;
let ana: Person;
let ben: Person;
beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben')]);
});

const stored = (name: string) => mongoose.connection.collection(name);
const idOf = ({ user }: Person) => new Types.ObjectId(user.id);

/** Stores copies of what matches until there are `count`. `fresh`: fields of which each has another value. */
async function fill(name: string, where: object, count: number, fresh: readonly string[] = []): Promise<void> {
  const [first] = await stored(name).find(where).toArray();
  const known = await stored(name).countDocuments(where);
  const copy = () => Object.fromEntries(fresh.map((field) => [field, new Types.ObjectId()]));
  const copies = Array.from({ length: count - known }, () => ({ ...first, ...copy(), _id: new Types.ObjectId() }));
  await stored(name).insertMany(copies);
}

interface Quota {
  most: number;
  collection: string;
  /** Writes three times: the first one is copied, the second one is the last that there can be, and the third is refused. */
  writes: () => Promise<(() => PromiseLike<{ status: number; body: { code?: string } }>)[]>;
  counted: () => object;
  fresh?: string[];
}

/** Lists of Ana with Ben, each with a show. */
async function listsWithShow(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const { id } = await createFolder(ana, `List ${made}`);
    await shareWith(ana, id, ben);
    await addItem(ana, id, { tmdbId: SHOWS[0], mediaType: 'tv' });
    ids.push(id);
  }
  return ids;
}
const joinOf = (id: string, by: Person) => () => by.put(`/api/folders/${id}/shows/${SHOWS[0]}/group/members/me`, {});
const people = () => Promise.all(['Cleo', 'Dora', 'Eve'].map((name) => signUp(server, name)));
const setUpPlayer = async (by: Person): Promise<string> =>
  (await by.post('/api/players', { kind: 'plex', name: 'Sofa' }).expect(201)).body.player.id;
const thrice = <T>(write: () => T) => [write, write, write];

const quotas: Record<string, Quota> = {
  'blocks of a person': {
    most: limits.blocksPerPerson,
    collection: 'blocks',
    writes: async () =>
      (await people()).map(
        ({ user }) =>
          () =>
            ana.put(`/api/users/${user.id}/block`),
      ),
    counted: () => ({ blockerId: idOf(ana) }),
    fresh: ['blockedId'],
  },
  'players of a person': {
    most: limits.playersPerPerson,
    collection: 'players',
    writes: async () => thrice(() => ana.post('/api/players', { kind: 'plex', name: 'Sofa' })),
    counted: () => ({ userId: idOf(ana) }),
    fresh: ['tokenId'],
  },
  'people of a player': {
    most: limits.peoplePerPlayer,
    collection: 'playerpeople',
    writes: async () => {
      const [id, { id: listId }, others] = [await setUpPlayer(ana), await createFolder(ana), await people()];
      for (const other of others) await shareWith(ana, listId, other);
      const path = `/api/players/${id}/people`;
      return others.map(
        ({ user }) =>
          () =>
            ana.post(path, { role: 'companion', userId: user.id }),
      );
    },
    counted: () => ({ ownerId: idOf(ana) }),
    fresh: ['userId'],
  },
  'players of others that a person has a part in': {
    most: limits.sharedPlayersPerPerson,
    collection: 'playerpeople',
    writes: async () => {
      await shareWith(ana, (await createFolder(ana)).id, ben);
      const ids = [await setUpPlayer(ana), await setUpPlayer(ana), await setUpPlayer(ana)];
      const part = { role: 'companion', userId: ben.user.id };
      return ids.map((id) => () => ana.post(`/api/players/${id}/people`, part));
    },
    counted: () => ({ userId: idOf(ben) }),
    fresh: ['playerId', 'ownerId'],
  },
  'webhooks of a person': {
    most: limits.webhooksPerPerson,
    collection: 'webhooks',
    writes: async () => {
      const body = { name: 'Chat', kind: 'discord', events: ['item:added'] };
      const address = 'https://discord.com/api/webhooks/1/abc';
      return thrice(() => ana.post('/api/webhooks', { ...body, address }));
    },
    counted: () => ({ userId: idOf(ana) }),
  },
  'imports of a person': {
    most: limits.importsPerPerson,
    collection: 'imports',
    writes: async () => thrice(() => ana.post('/api/imports', { source: 'text', files: ['films.txt'], total: 1 })),
    counted: () => ({ userId: idOf(ana) }),
  },
  'members of a group': {
    most: limits.groupMembers,
    collection: 'watchgroups',
    writes: async () => {
      const [id = ''] = await listsWithShow(1);
      const [cleo] = await people();
      await shareWith(ana, id, cleo as Person);
      return [ana, ben, cleo as Person].map((person) => joinOf(id, person));
    },
    counted: () => ({ tmdbId: SHOWS[0] }),
    fresh: ['userId'],
  },
  'groups of a person': {
    most: limits.groupsPerPerson,
    collection: 'watchgroups',
    writes: async () => (await listsWithShow(3)).map((id) => joinOf(id, ana)),
    counted: () => ({ userId: idOf(ana) }),
    fresh: ['folderId'],
  },
};

describe('a person can have so many', () => {
  test.each(Object.entries(quotas))('%s', async (_what, { most, collection, writes, counted, fresh }) => {
    await stored(collection).deleteMany({});
    const [first, last, further] = await writes();
    const statusOf = async (write = first) => {
      const answer = await write?.();
      return [(answer?.status ?? 0) < 300, answer?.body.code];
    };

    expect(await statusOf(first)).toEqual([true, undefined]);
    await fill(collection, counted(), most - 1, fresh);
    expect(await statusOf(last)).toEqual([true, undefined]);
    expect(await stored(collection).countDocuments(counted())).toBe(most);
    expect(await statusOf(further)).toEqual([false, 'limit_reached']);
    expect(await stored(collection).countDocuments(counted())).toBe(most);
  });
});

test('the imports of a person have so many rows', async () => {
  const begin = async (total: number) =>
    (await ana.post('/api/imports', { source: 'text', files: ['films.txt'], total })).status;

  expect([
    await begin(limits.importRowsTogether),
    await begin(limits.importRowsPerPerson - limits.importRowsTogether),
  ]).toEqual([201, 201]);
  expect(await begin(1)).toBe(409);
});

test('a diary has so many entries', async () => {
  await recordPlay(ana);
  await stored('seentitles').updateOne({ _id: idOf(ana) }, { $set: { plays: limits.playsPerPerson - 1 } });

  await recordPlay(ana);
  const refused = await ana.post('/api/plays', { mediaType: 'movie', tmdbId: 603 });

  expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
  expect((await ana.get('/api/plays')).body).toHaveLength(2);
});

test('titles of players: so many are picked, and so many wait, of which the one that waited longest makes room', async () => {
  const titles = stored('playertitles');
  const title = (key: number, more: object = {}) => ({
    ...{ userId: idOf(ana), key: `key ${key}`, mediaType: 'movie', name: `Film ${key}`, year: null, ids: {} },
    ...{ player: 'Kodi', reason: 'unknown', viewings: [], candidates: [], match: null },
    updatedAt: new Date(Date.UTC(2026, 0, 1) + key),
    expiresAt: new Date(Date.now() + 60 * 60 * 1000),
    ...more,
  });
  const match = { mediaType: 'movie', tmdbId: 603, title: 'The Matrix', year: 1999, posterPath: null, makers: [] };
  const { insertedIds: waiting } = await titles.insertMany([title(1), title(2)]);
  const picked = Array.from({ length: limits.pickedTitles - 1 }, (_, n) => title(1000 + n, { match, expiresAt: null }));
  await titles.insertMany(picked);
  const pick = (n: number) =>
    ana.put(`/api/scrobbles/unrecognised/${waiting[n]}/title`, { mediaType: 'movie', tmdbId: 603 });

  expect((await pick(0)).status).toBe(204);
  expect((await pick(1)).status).toBe(409);
  // A picked title can still be changed.
  expect((await pick(0)).status).toBe(204);

  // The second one waits, and many that came later.
  await titles.insertMany(Array.from({ length: limits.unrecognisedTitles - 1 }, (_, n) => title(5000 + n)));
  const { path } = (await ana.post('/api/players', { kind: 'kodi', name: 'Kodi' }).expect(201)).body;
  const event = { event: 'stop', mediaType: 'movie', ids: {}, name: 'Our holidays', year: 2024, progress: 0.95 };
  await ana.post(path, { ...event, at: '2026-02-01T21:00:00.000Z', player: 'Kodi', session: 'a' }).expect(200);

  const left = await titles
    .find({ userId: idOf(ana), match: null })
    .sort({ updatedAt: 1 })
    .toArray();
  expect([left.length, left[0]?.name, left.at(-1)?.name]).toEqual([
    limits.unrecognisedTitles,
    'Film 5000',
    'Our holidays',
  ]);
});
