import type { AnyBulkWriteOperation, Db, Document } from 'mongodb';
import { ObjectId } from 'mongodb';
import type { Migration } from './migration.ts';

const BATCH = 500;

/** The fields of an item that a play stores too. */
const facts = [
  'title',
  'overview',
  'posterPath',
  'backdropPath',
  'releaseDate',
  'voteAverage',
  'genres',
  'runtime',
] as const;

interface Title {
  userId: ObjectId;
  mediaType: 'movie' | 'tv';
  tmdbId: number;
}

const keyOf = ({ userId, mediaType, tmdbId }: Title) => `${userId} ${mediaType}:${tmdbId}`;

/**
 * A user who reviewed a title has seen it. Each review without a play of its title gets one with an unknown time. Its facts
 * come from the user's list Reviewed. A title that was removed from there is named by its id.
 */
export const playsOfReviews: Migration = {
  name: '002-plays-of-reviews',

  async count(db) {
    let missing = 0;
    for await (const reviews of batches(db)) missing += (await withoutPlay(db, reviews)).length;
    return missing;
  },

  async run(db) {
    // The models create their indexes later, and every batch looks for plays.
    await db.collection('plays').createIndex({ userId: 1, mediaType: 1, tmdbId: 1 });
    let added = 0;
    for await (const reviews of batches(db)) {
      const titles = await withoutPlay(db, reviews);
      if (titles.length === 0) continue;
      const known = await findFacts(db, titles);
      // First the marks: if this stops in between, the review still has no play, and both are written again.
      await db.collection('seentitles').bulkWrite(titles.map(markOf), { ordered: false });
      await db.collection('plays').insertMany(titles.map((title) => playOf(title, known.get(keyOf(title)))));
      added += titles.length;
    }
    await countPlays(db);
    return added;
  },
};

async function* batches(db: Db): AsyncGenerator<Title[]> {
  let after: ObjectId | undefined;
  for (;;) {
    const reviews = await db
      .collection<Title>('reviews')
      .find(after ? { _id: { $gt: after } } : {}, { projection: { userId: 1, mediaType: 1, tmdbId: 1 } })
      .sort({ _id: 1 })
      .limit(BATCH)
      .toArray();
    const last = reviews.at(-1);
    if (!last) return;
    after = last._id;
    yield reviews;
  }
}

/** Those of the reviewed titles of which their user has no play. */
async function withoutPlay(db: Db, reviews: readonly Title[]): Promise<Title[]> {
  const $or = reviews.map(({ userId, mediaType, tmdbId }) => ({ userId, mediaType, tmdbId }));
  const plays = await db.collection<Title>('plays').find({ $or }).toArray();
  const played = new Set(plays.map(keyOf));
  return reviews.filter((review) => !played.has(keyOf(review)));
}

async function findFacts(db: Db, titles: readonly Title[]): Promise<Map<string, Document>> {
  const userIds = [...new Map(titles.map(({ userId }) => [String(userId), userId])).values()];
  const lists = await db
    .collection('folders')
    .find({ userId: { $in: userIds }, kind: 'reviewed' }, { projection: { userId: 1 } })
    .toArray();
  const ownerOf = new Map(lists.map(({ _id, userId }) => [String(_id), userId]));
  const listOf = new Map(lists.map(({ _id, userId }) => [String(userId), _id]));
  const $or = titles.flatMap(({ userId, mediaType, tmdbId }) => {
    const folderId = listOf.get(String(userId));
    return folderId ? [{ folderId, mediaType, tmdbId }] : [];
  });
  const items = $or.length > 0 ? await db.collection('items').find({ $or }).toArray() : [];
  return new Map(
    items.map(({ folderId, mediaType, tmdbId, ...item }) => [
      keyOf({ userId: ownerOf.get(String(folderId)), mediaType, tmdbId }),
      Object.fromEntries(facts.map((name) => [name, item[name] ?? null])),
    ]),
  );
}

function playOf({ userId, mediaType, tmdbId }: Title, known: Document | undefined): Document {
  return {
    _id: new ObjectId(),
    userId,
    mediaType,
    tmdbId,
    title: `${mediaType === 'movie' ? 'Movie' : 'TV show'} ${tmdbId}`,
    ...Object.fromEntries(facts.slice(1).map((name) => [name, null])),
    ...known,
    genres: known?.genres ?? [],
    at: null,
    precision: 'unknown',
    source: 'review',
    sourceKey: `review:${mediaType}:${tmdbId}`,
    companionIds: [],
    createdAt: new Date(),
  };
}

const markOf = ({ userId, mediaType, tmdbId }: Title): AnyBulkWriteOperation => ({
  updateOne: { filter: { _id: userId }, update: { $addToSet: { [mediaType]: tmdbId } }, upsert: true },
});

/** Counted at the end, because a batch may be written twice. */
async function countPlays(db: Db): Promise<void> {
  const users = await db
    .collection('seentitles')
    .find({}, { projection: { _id: 1 } })
    .toArray();
  for (const { _id } of users) {
    const plays = await db.collection('plays').countDocuments({ userId: _id });
    await db.collection('seentitles').updateOne({ _id }, { $set: { plays } });
  }
}
