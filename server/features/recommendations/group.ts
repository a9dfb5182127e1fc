import type { Types } from 'mongoose';
import type { GroupRecommendations } from '../../../common/schemas/recommendation.ts';
import type { PublicUser } from '../../../common/schemas/user.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { loadFolderFor } from '../folders/access/access.ts';
import { findReadableIds } from '../folders/access/readers.service.ts';
import { findMemberIds, findPresent, findTitlesIn } from '../folders/items/listed.service.ts';
import { itemFactsOf } from '../folders/model/itemFacts.ts';
import type { SourceFacts, TitleSource } from '../titles/title.source.ts';
import { loadPublicUserLookup } from '../users/user.service.ts';
import { GROUP_REACH, type History } from './history.ts';
import { findLearned, indexOf } from './lookUp.ts';
import { keyOf, type TitleIndex } from './model/titleIndex.ts';
import { diversify, groupScores, leastUsed, placesByScore } from './picks.ts';
import { publicReasons, reasonFromLists, reasonsFor } from './reasons.ts';

/** Of a larger group, only the caller and the members who joined first are considered. */
const MAX_MEMBERS = 6;
/** Of a longer list only the newest titles are read. Each pick is then searched for among the others. */
const MAX_IN_LIST = 2000;
/** The factor of extra picks for lists that were not read completely. */
const SPARE = 2;

/**
 * Titles that suit all members of a list. The ranking uses everybody's whole taste, including private reviews, but reveals
 * nothing except the order. Reasons about other members are based only on what the reader may see: those of the members' own
 * lists that their profiles show the reader, and what they added to this list. No scores and no reviews of other members are returned.
 */
export async function recommendForGroup(
  source: TitleSource,
  userId: string,
  folderId: string,
  limit: number,
): Promise<GroupRecommendations> {
  const { folder } = await loadFolderFor(userId, folderId, 'folder:view');
  const [index, memberIds, inFolder] = await Promise.all([
    indexOf(source),
    findMemberIds(folder, MAX_MEMBERS),
    findTitlesIn(folderId, MAX_IN_LIST),
  ]);
  // The caller is first, the others are in the order in which they joined.
  const ids = [userId, ...memberIds.filter((id) => id !== userId)].slice(0, MAX_MEMBERS);
  const learned = await Promise.all(ids.map((id) => findLearned(index, id, GROUP_REACH)));
  const histories = learned.map(({ history }) => history);
  const tastes = learned.map(({ taste }) => taste);
  const excluded = new Set(inFolder.map(titleKey));
  for (const key of histories[0]?.excluded ?? []) excluded.add(key);
  // Titles that other members have reviewed are excluded too. Their absence does not reveal the reason.
  for (const { reviews } of histories) for (const review of reviews) excluded.add(titleKey(review));

  const scores = groupScores(tastes, index);
  const [people, readable] = await Promise.all([loadPublicUserLookup(ids), findReadableIds(userId, ids)]);
  const visible = ids.map((id, at) => visibleTitles(index, inFolder, id, histories[at], readable));
  const own = tastes[0];
  const uses = new Map<string, number>();
  const reasonsAt = (place: number) => {
    const title = index.titles[place];
    if (!title || !own) return [];
    return ids.flatMap((id, at): { user: PublicUser; text: string }[] => {
      const user = people(id);
      const reason =
        at === 0
          ? leastUsed(reasonsFor(own, place), uses)
          : (reasonFromLists(visible[at] ?? [], title, nameOf(user)) ?? publicReasons(index, place)[0]);
      return reason ? [{ user, text: reason.text }] : [];
    });
  };
  const hasReasonForAll = (place: number) => reasonsAt(place).length === ids.length;
  const unread = [...(histories[0]?.unread ?? []), ...(folder.itemCount > MAX_IN_LIST ? [folder._id] : [])];
  const count = unread.length > 0 ? limit * SPARE : limit;
  const picked = diversify(index, placesByScore(index, scores, { excluded }), scores, count, hasReasonForAll);
  const places = await withoutTitlesIn(unread, index, picked);
  return {
    results: places.slice(0, limit).flatMap((place) => {
      const title = index.titles[place];
      if (!title) return [];
      const reasons = reasonsAt(place);
      for (const { text } of reasons) uses.set(text, (uses.get(text) ?? 0) + 1);
      return [{ ...itemFactsOf(title), reasons }];
    }),
  };
}

/** The places whose titles are in none of the lists. */
async function withoutTitlesIn(
  folderIds: readonly Types.ObjectId[],
  { titles }: TitleIndex<SourceFacts>,
  places: readonly number[],
): Promise<number[]> {
  const inList = await findPresent(
    folderIds,
    places.flatMap((place) => titles[place] ?? []),
  );
  return places.filter((place) => {
    const title = titles[place];
    return title && !inList.has(keyOf(title));
  });
}

/** The titles that a member likes as far as the reader may know: those added to readable lists of theirs and to this one. */
function visibleTitles(
  index: TitleIndex<SourceFacts>,
  inFolder: Awaited<ReturnType<typeof findTitlesIn>>,
  memberId: string,
  history: History | undefined,
  readable: ReadonlySet<string>,
): SourceFacts[] {
  const listed = history?.listed.filter(({ folderId, isAddedByThem }) => readable.has(folderId) && isAddedByThem) ?? [];
  const added = inFolder.filter(({ addedById }) => addedById === memberId);
  const keys = new Set([...listed, ...added].map(titleKey));
  return [...keys].flatMap((key) => {
    const place = index.placeOf.get(key);
    const title = place === undefined ? undefined : index.titles[place];
    return title ? [title] : [];
  });
}

const nameOf = ({ firstName, username }: PublicUser) => firstName ?? username ?? 'Somebody';
