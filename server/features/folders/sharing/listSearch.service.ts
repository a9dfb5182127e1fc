import { type QueryFilter, trusted } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import type { FoundList } from '../../../../common/schemas/folder.ts';
import { createNameMatcher } from '../../titles/search/nameMatcher.ts';
import { findBlockedWith } from '../../users/privacy/block.service.ts';
import { containing, findUserDocs, loadPublicUserLookup } from '../../users/user.service.ts';
import { instancePrivacy, privacyOf } from '../../users/visibility.ts';
import { findFellows } from '../access/people.service.ts';
import { findReadable } from '../access/readers.service.ts';
import { type FolderDoc, FolderModel, type ShareDoc, ShareModel } from '../model/folder.model.ts';

/** How many lists of others are checked. */
const MAX_CHECKED = 200;

/** More words than a name has would only make the search slower. */
const MOST_WORDS = 8;
/** A misspelt name is at least this similar. */
const MISSPELT = 0.75;

/**
 * The lists whose names contain each word of the text literally: the viewer's own, then those shared with them, then those
 * that others show them. Where none of the viewer's lists does, those with a similar name. Empty for texts below two
 * characters.
 */
export async function searchLists(viewerId: string, text: string): Promise<FoundList[]> {
  const trimmed = text.trim();
  if (trimmed.length < limits.userSearchMinimum) return [];
  const shares = await ShareModel.find({ userId: viewerId }, { folderId: 1 }).lean<Pick<ShareDoc, 'folderId'>[]>();
  const joinedIds = shares.map(({ folderId }) => folderId);
  const words = trimmed.split(/\s+/).slice(0, MOST_WORDS);
  const named = { kind: 'normal' as const, $and: words.map((word) => ({ name: containing(word) })) };
  const without = [viewerId, ...(await findBlockedWith(viewerId))];
  const [ownNamed, sharedNamed, others] = await Promise.all([
    findNamed({ ...named, userId: viewerId }, limits.listSearchResults),
    findNamed({ ...named, _id: trusted({ $in: joinedIds }) }, limits.listSearchResults),
    findNamed({ ...named, _id: trusted({ $nin: joinedIds }), userId: trusted({ $nin: without }) }, MAX_CHECKED),
  ]);
  const isNamed = ownNamed.length + sharedNamed.length > 0;
  const own = isNamed ? ownNamed : await findAlike(trimmed, { userId: viewerId });
  const shared = isNamed ? sharedNamed : await findAlike(trimmed, { _id: trusted({ $in: joinedIds }) });
  const readable = await findReadable(viewerId, await withFindableOwners(viewerId, others));
  const found = [...own, ...shared, ...readable].slice(0, limits.listSearchResults);
  const ownerOf = await loadPublicUserLookup(found.map(({ userId }) => userId));
  const memberships = new Set([...own, ...shared]);
  return found.map((folder) => ({
    id: folder._id.toHexString(),
    name: folder.name,
    itemCount: folder.itemCount,
    owner: ownerOf(folder.userId),
    isMember: memberships.has(folder),
  }));
}

function findNamed(filter: QueryFilter<FolderDoc>, most: number): Promise<FolderDoc[]> {
  return FolderModel.find(filter).sort({ _id: -1 }).limit(most).lean<FolderDoc[]>();
}

/** Of these lists, those whose names are similar to the text, best first. */
async function findAlike(text: string, filter: QueryFilter<FolderDoc>): Promise<FolderDoc[]> {
  const lists = await findNamed({ ...filter, kind: 'normal' }, MAX_CHECKED);
  const matcher = createNameMatcher();
  for (const [index, { name }] of lists.entries()) matcher.add(index, name);
  return matcher.match(text).flatMap(({ id, score }) => (score >= MISSPELT ? (lists[id] ?? []) : []));
}

/** Those of the lists whose owners the viewer would find in the directory: a list must not reveal who is hidden there. */
async function withFindableOwners(viewerId: string, folders: readonly FolderDoc[]): Promise<FolderDoc[]> {
  const owners = await findUserDocs(folders.map(({ userId }) => userId));
  const instance = await instancePrivacy();
  const enabled = owners.filter(({ isDisabled }) => !isDisabled);
  const hidden = enabled.filter((user) => !privacyOf(user, instance).isListed).map(({ _id }) => _id.toHexString());
  const fellows = hidden.length > 0 ? await findFellows(viewerId, hidden) : new Set<string>();
  const findable = new Set(
    enabled.map(({ _id }) => _id.toHexString()).filter((id) => !hidden.includes(id) || fellows.has(id)),
  );
  return folders.filter(({ userId }) => findable.has(userId.toHexString()));
}
