import type { Types } from 'mongoose';
import { limits, REVIEWED_NAME } from '../../../../common/constants.ts';
import { FolderModel, ShareModel } from '../../../../server/features/folders/model/folder.model.ts';
import { ItemModel } from '../../../../server/features/folders/model/item.model.ts';
import { ReviewModel } from '../../../../server/features/reviews/review.model.ts';
import { createCatalogueSource } from '../../../../server/features/titles/catalogue/catalogue.source.ts';
import { UserModel } from '../../../../server/features/users/user.model.ts';
import { inDatabase } from './inDatabase.ts';
import { type Person, signInAll } from './world.ts';

export interface FullWorld {
  /** This person has used up the quotas of lists, titles, members and review comments. */
  person: Person;
  /** A list of this person with nearly the most titles and members allowed. */
  largeId: string;
  /** More such lists, to be deleted. */
  spareIds: string[];
  /** The title that was added last, and the rev of the large list after it was removed. */
  added: { id: string };
  removedRev: number;
}

const REVIEWS = 2000;
const SHARED_BY_OTHERS = 500;
const BATCH = 1000;

/** Inserts one person with very much data directly into the database. */
export async function makeFullWorld(databaseUri: string, spareLists: number): Promise<FullWorld> {
  return inDatabase(databaseUri, async () => {
    const users = await UserModel.insertMany(
      Array.from({ length: limits.membersPerList + 1 }, (_, index) => ({
        email: `person${index}@example.org`,
        username: `person${index}`,
        firstName: `Person ${index}`,
        lastName: 'Example',
      })),
    );
    const [owner, ...members] = users.map(({ _id }) => _id) as [Types.ObjectId, ...Types.ObjectId[]];
    const [person] = (await signInAll([owner])) as [Person];
    const large: string[] = [];
    for (let index = 0; index <= spareLists; index += 1) large.push(await makeLargeList(owner, members, index));
    await makeSmallLists(owner, limits.listsPerPerson - large.length - 21);
    for (let index = 0; index < 20; index += 1) await makeList(owner, members.slice(0, 200), `Shared ${index}`);
    for (let index = 0; index < SHARED_BY_OTHERS; index += 1) {
      await makeList(members[index % members.length] as Types.ObjectId, [owner], `Of another ${index}`);
    }
    await makeReviews(owner);
    const [largeId = '', ...spareIds] = large;
    return { person, largeId, spareIds, added: { id: '' }, removedRev: 0 };
  });
}

async function makeList(
  owner: Types.ObjectId,
  members: readonly Types.ObjectId[],
  name: string,
): Promise<Types.ObjectId> {
  const { _id } = await FolderModel.create({ name, userId: owner, memberCount: members.length, membersRev: 1, rev: 1 });
  const all = { canView: true, canAdd: true, canRemove: true, canEdit: true, canShare: true, canManage: true };
  await ShareModel.insertMany(members.map((userId) => ({ folderId: _id, userId, sharedByUserId: owner, ...all })));
  return _id;
}

async function makeLargeList(
  owner: Types.ObjectId,
  members: readonly Types.ObjectId[],
  index: number,
): Promise<string> {
  const folderId = await makeList(owner, members, `Large ${index}`);
  const count = limits.itemsPerList - 10;
  for (let from = 0; from < count; from += BATCH) {
    await ItemModel.insertMany(
      Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => ({
        folderId,
        userId: members[(from + at) % members.length],
        tmdbId: from + at + 1,
        mediaType: (from + at) % 2 ? 'tv' : 'movie',
        title: `The Long Way to Film Number ${from + at}`,
        overview: 'An overview of the usual length. '.repeat(15),
        posterPath: `/api/art/poster/movie/${from + at + 1}`,
        releaseDate: '1999-09-09',
        voteAverage: 74,
        genres: [18, 53],
        runtime: 120,
      })),
    );
  }
  await FolderModel.updateOne({ _id: folderId }, { itemCount: count });
  return folderId.toHexString();
}

async function makeSmallLists(owner: Types.ObjectId, count: number): Promise<void> {
  await FolderModel.insertMany(
    Array.from({ length: count }, (_, index) => ({ name: `List ${index}`, userId: owner, rev: 1 })),
  );
}

/** Inserts reviews of titles that are not in Reviewed yet. */
async function makeReviews(userId: Types.ObjectId): Promise<void> {
  await FolderModel.create({ name: REVIEWED_NAME, userId, kind: 'reviewed' });
  const titles = (await createCatalogueSource().candidates()).slice(0, REVIEWS);
  const comment = 'I loved the slow scenes and the music, less so the ending. '
    .repeat(400)
    .slice(0, limits.reviewComment.max);
  for (let from = 0; from < titles.length; from += 100) {
    await ReviewModel.insertMany(
      titles.slice(from, from + 100).map(({ mediaType, id }, at) => ({
        userId,
        mediaType,
        tmdbId: id,
        rating: (at % 5) + 1,
        comment,
      })),
    );
  }
}
