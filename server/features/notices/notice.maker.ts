import type { Types } from 'mongoose';
import type { ListNoticeLevel } from '../../../common/schemas/notice.ts';
import { unreachable } from '../../../common/unreachable.ts';
import { type FolderEntry, isWellFormed } from '../folders/log/folderEntry.ts';
import { findAdders, findListAudience } from '../folders/noticeReads.service.ts';
import type { NoticeDoc, NoticeKind } from '../users/notices/notice.documents.ts';
import { newNotice, storeNotices } from '../users/notices/notice.store.ts';
import { findBlocksAmong } from '../users/privacy/block.service.ts';
import { findUserDocs } from '../users/user.service.ts';

/** The notice that an entry of a list's log gives, and who gets it. */
interface ListNotice {
  kind: NoticeKind;
  facts: NoticeDoc['facts'];
  /** Who gets it: one person, or those who have just lost the list. Absent: everyone in the list. */
  to?: readonly Types.ObjectId[];
  /** Who chose 'only what concerns me' gets it if they added this item. Absent: it concerns everyone who gets it. */
  itemId?: Types.ObjectId;
  /** Who chose 'only what concerns me' does not get it. */
  isGeneral?: true;
}

/** The notice for an entry. Null for entries that people get no notice of. */
function noticeOf(entry: FolderEntry): ListNotice | null {
  switch (entry.type) {
    case 'item:added': {
      const { mediaType, tmdbId, title } = entry.after;
      return { kind: 'titles-added', facts: { title: { mediaType, tmdbId, title }, count: 1 }, isGeneral: true };
    }
    case 'items:added':
      return { kind: 'titles-added', facts: { count: entry.items.length }, isGeneral: true };
    case 'share:granted': {
      const { userId, sharedByUserId } = entry.after;
      if (userId.equals(entry.byUserId)) return { kind: 'joined', facts: {}, to: [sharedByUserId] };
      return { kind: 'admitted', facts: {}, to: [userId] };
    }
    case 'share:permissions-changed':
      return { kind: 'rights-changed', facts: {}, to: [entry.after.userId] };
    case 'share:revoked':
      return { kind: 'removed', facts: { listName: entry.folder.name }, to: [entry.after.userId] };
    case 'folder:handed-over':
      return { kind: 'made-owner', facts: {}, to: [entry.after.userId] };
    case 'folder:deleted':
      return { kind: 'list-deleted', facts: { listName: entry.folder.name }, to: entry.to };
    case 'poll:opened':
      return { kind: 'vote-opened', facts: { pollId: entry.pollId } };
    case 'comment:added': {
      const { id, itemId, mediaType, tmdbId, title } = entry.comment;
      return { kind: 'commented', facts: { title: { mediaType, tmdbId, title }, commentId: id }, itemId };
    }
    case 'folder:created':
    case 'folder:renamed':
    case 'folder:visibility-changed':
    case 'folder:restored':
    case 'item:updated':
    case 'item:noted':
    case 'item:moved':
    case 'item:removed':
    case 'item:refreshed':
    case 'group:joined':
    case 'group:left':
    case 'poll:decided':
      return null;
    default:
      return unreachable(entry);
  }
}

/** Stores the notices of these entries. Repeated with the same entries, it stores nothing. */
export async function makeNotices(entries: readonly FolderEntry[]): Promise<void> {
  const noticed = entries.filter(isWellFormed).flatMap((entry) => {
    const one = noticeOf(entry);
    return one ? [{ entry, ...one }] : [];
  });
  if (noticed.length === 0) return;
  const audience = await readAudience(noticed.map(({ entry }) => entry.folderId));
  const adders = await findAdders(noticed.flatMap(({ itemId }) => itemId ?? []));
  const drafts = noticed.flatMap(({ entry, kind, facts, to, itemId, isGeneral: isGeneralForAll = false }) => {
    const receivers = to ? to.map(String) : audience.membersAt(entry);
    return receivers.flatMap((userId) => {
      const { folderId, rev, byUserId, at } = entry;
      const isGeneral = itemId ? adders.get(String(itemId)) !== userId : isGeneralForAll;
      if (byUserId.equals(userId) || !isWanted(audience.levelOf(folderId, userId), isGeneral)) return [];
      const draft = newNotice({ userId, kind, by: byUserId, folderId, rev, about: null, facts, at });
      return [isGeneral ? { ...draft, isGeneral } : draft];
    });
  });
  await storeNotices(await keepReachable(drafts));
}

/** Whether a person who has chosen this for a list hears of a change of it. */
export function isWanted(level: ListNoticeLevel, isGeneral: boolean): boolean {
  return level === 'all' || (level === 'mine' && !isGeneral);
}

/** Who is in these lists, since when, and what they want to hear of them. */
async function readAudience(folderIds: readonly Types.ObjectId[]) {
  const ids = [...new Set(folderIds.map(String))];
  const { folders, shares, levels } = await findListAudience(ids);
  const levelOf = new Map(levels.map(({ folderId, userId, level }) => [`${folderId} ${userId}`, level]));
  return {
    levelOf: (folderId: Types.ObjectId, userId: string): ListNoticeLevel =>
      levelOf.get(`${folderId} ${userId}`) ?? 'all',
    membersAt({ folderId, rev }: FolderEntry): string[] {
      const owner = folders.find(({ _id }) => _id.equals(folderId))?.userId;
      const members = shares.filter((share) => share.folderId.equals(folderId) && (share.arrivedRev ?? 0) <= rev);
      return [...(owner ? [owner] : []), ...members.map(({ userId }) => userId)].map(String);
    },
  };
}

/** Leaves out notices between people in a block and to people whose account ends. Of the latter it also removes the names. */
async function keepReachable(drafts: readonly NoticeDoc[]): Promise<NoticeDoc[]> {
  const ids = drafts.flatMap(({ userId, byUserId }) => [String(userId), String(byUserId)]);
  const blocked = await findBlocksAmong([...new Set(ids)]);
  const users = await findUserDocs(ids);
  const stays = new Set(users.filter(({ isEnding }) => !isEnding).map(({ _id }) => String(_id)));
  return drafts
    .filter(({ userId, byUserId }) => stays.has(String(userId)) && !blocked.get(String(userId))?.has(String(byUserId)))
    .map((draft) => (stays.has(String(draft.byUserId)) ? draft : { ...draft, byUserId: null }));
}
