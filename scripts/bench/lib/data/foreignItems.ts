import { MongoClient, ObjectId } from 'mongodb';

const perFolder = 50;
const batch = 5000;

/** Adds lists and items of other people, as large as real ones. */
export async function addForeignItems(databaseUri: string, count: number): Promise<void> {
  const client = await MongoClient.connect(databaseUri);
  const db = client.db();
  for (let done = 0; done < count; done += batch) {
    const folders = Array.from({ length: Math.ceil(Math.min(batch, count - done) / perFolder) }, () => ({
      _id: new ObjectId(),
      name: 'List of another person',
      userId: new ObjectId(),
      kind: 'normal',
      itemCount: perFolder,
      memberCount: 0,
      rev: 1,
      membersRev: 1,
      createdAt: new Date(),
    }));
    const items = Array.from({ length: Math.min(batch, count - done) }, (_, index) => {
      const folder = folders[Math.floor(index / perFolder)] as (typeof folders)[number];
      return itemOf(folder._id, folder.userId, index);
    });
    await db.collection('folders').insertMany(folders, { ordered: false });
    await db.collection('items').insertMany(items, { ordered: false });
  }
  await client.close();
}

function itemOf(folderId: ObjectId, userId: ObjectId, index: number) {
  return {
    folderId,
    userId,
    tmdbId: index + 1,
    mediaType: 'movie',
    title: `The Long Way to Film Number ${index}`,
    overview:
      'A drama of two hours about a person who looks for a film, in an overview that is as long as most of them.',
    posterPath: `/api/art/poster/movie/${index + 1}`,
    backdropPath: null,
    releaseDate: '1999-09-09',
    voteAverage: 74,
    genres: [18, 53],
    runtime: 120,
    watched: false,
    userRating: null,
    createdAt: new Date(),
  };
}
