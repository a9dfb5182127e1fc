import { createHmac, randomBytes } from 'node:crypto';
import mongoose, { type Types } from 'mongoose';
import { FolderModel, ShareModel } from '../../../../server/features/folders/model/folder.model.ts';
import { ItemModel } from '../../../../server/features/folders/model/item.model.ts';
import { UserModel } from '../../../../server/features/users/user.model.ts';
import { SESSION_COLLECTION, SESSION_COOKIE } from '../../../../server/platform/session/session.ts';
import { SECRET } from '../app.ts';
import { inDatabase } from './inDatabase.ts';

export interface Person {
  id: string;
  /** The Cookie header of a signed-in session. */
  cookie: string;
}

export interface World {
  people: Person[];
  /** Owned by the first person, shared with all others, who may view and add. */
  folderId: string;
  itemIds: string[];
}

/** Inserts people with sessions, and a folder that they share, directly into the database. */
export async function makeWorld(
  databaseUri: string,
  size: { people: number; items: number; overview?: string; mark?: string },
): Promise<World> {
  return inDatabase(databaseUri, async () => {
    const users = await UserModel.insertMany(
      Array.from({ length: size.people }, (_, index) => ({
        email: `person${index}${size.mark ?? ''}@example.org`,
        firstName: `Person ${index}`,
        lastName: 'Example',
      })),
    );
    const people = await signInAll(users.map((user) => user._id));
    const [owner, ...members] = users.map((user) => user._id);
    const folder = await FolderModel.create({
      name: 'Benchmark',
      userId: owner,
      itemCount: size.items,
      memberCount: members.length,
      membersRev: 1,
    });
    await ShareModel.insertMany(
      members.map((userId) => ({ folderId: folder._id, userId, sharedByUserId: owner, ...memberFlags })),
    );
    const items = await ItemModel.insertMany(
      Array.from({ length: size.items }, (_, index) => ({
        folderId: folder._id,
        userId: owner,
        tmdbId: index + 1,
        mediaType: 'movie',
        title: `The Long Way to Film Number ${index}`,
        overview: size.overview ?? OVERVIEW,
        posterPath: `/api/art/poster/movie/${index + 1}`,
        releaseDate: '1999-09-09',
        voteAverage: 74,
        genres: [18, 53],
        runtime: 120,
      })),
    );
    return { people, folderId: folder._id.toHexString(), itemIds: items.map((item) => item._id.toHexString()) };
  });
}

const OVERVIEW =
  'A drama of two hours about a person who looks for a film, in an overview that is as long as most of them.';

const memberFlags = {
  canView: true,
  canAdd: true,
  canRemove: false,
  canEdit: false,
  canShare: false,
  canManage: false,
};

export async function signInAll(userIds: Types.ObjectId[]): Promise<Person[]> {
  const expires = new Date(Date.now() + 86_400_000);
  const sessions = userIds.map((userId) => ({
    sid: randomBytes(24).toString('base64url'),
    userId: userId.toHexString(),
  }));
  await mongoose.connection.collection<{ _id: string }>(SESSION_COLLECTION).insertMany(
    sessions.map(({ sid, userId }) => ({
      _id: sid,
      expires,
      lastModified: new Date(),
      session: { cookie: { originalMaxAge: 86_400_000, expires, httpOnly: true, path: '/' }, userId },
    })),
  );
  return sessions.map(({ sid, userId }) => ({ id: userId, cookie: cookieOf(sid) }));
}

/** Signs the cookie as express-session does. */
function cookieOf(sid: string): string {
  const signature = createHmac('sha256', SECRET).update(sid).digest('base64').replace(/=+$/, '');
  return `${SESSION_COOKIE}=${encodeURIComponent(`s:${sid}.${signature}`)}`;
}
