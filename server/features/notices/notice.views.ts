import type { Types } from 'mongoose';
import { can, type FolderAction } from '../../../common/permissions.ts';
import type { Notice } from '../../../common/schemas/notice.ts';
import type { PublicUser } from '../../../common/schemas/user.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { accessOf } from '../folders/access/access.ts';
import { findListsAndShares, findOpenInvitationIds, findShownComments } from '../folders/noticeReads.service.ts';
import type { NoticeDoc, NoticeKind } from '../users/notices/notice.documents.ts';
import { findBlocksAmong } from '../users/privacy/block.service.ts';
import { loadPublicUserLookup, nameOf } from '../users/user.service.ts';
import { noticePath, noticeText } from './noticeWords.ts';

/** What a person must be allowed to do in the list to see a notice of it. Null: the person is not in the list any more, or not yet. */
const needs: Record<NoticeKind, FolderAction | null> = {
  invited: null,
  declined: 'invitation:list',
  joined: 'invitation:list',
  admitted: 'folder:leave',
  'rights-changed': 'folder:leave',
  removed: null,
  'made-owner': 'folder:view',
  'list-deleted': null,
  'titles-added': 'folder:view',
  'vote-opened': 'folder:view',
  commented: 'comment:read',
  'play-proposed': null,
  'play-recorded': null,
  'group-proposed': 'folder:view',
  'player-shared': null,
  'episode-out': null,
  'webhook-off': null,
};

/** A notice that its person may see now, with what its text names. */
export interface VisibleNotice {
  doc: NoticeDoc;
  by: PublicUser | null;
  list: string;
}

/** Those of these notices, for any people, that each person may see now: rights and blocks are read again. */
export async function findVisible(docs: readonly NoticeDoc[]): Promise<VisibleNotice[]> {
  if (docs.length === 0) return [];
  const folderIds = unique(docs.flatMap(({ folderId }) => folderId ?? []));
  const userIds = unique(docs.map(({ userId }) => userId));
  const byIds = unique(docs.flatMap(({ byUserId }) => byUserId ?? []));
  const commentIdsOf = docs.flatMap(({ facts }) => facts.commentId ?? []);
  const invitationIdsOf = docs.flatMap(({ kind, about }) => (kind === 'invited' && about ? [about] : []));
  const [{ folders, shares }, blocked, userById, commentIds, invitationIds] = await Promise.all([
    findListsAndShares(folderIds, userIds),
    findBlocksAmong([...userIds, ...byIds]),
    loadPublicUserLookup(byIds),
    findShownComments(commentIdsOf),
    findOpenInvitationIds(invitationIdsOf),
  ]);
  const folderById = new Map(folders.map((folder) => [String(folder._id), folder]));
  const shareOf = new Map(shares.map((share) => [`${share.folderId} ${share.userId}`, share]));

  const isVisible = ({ kind, userId, byUserId, folderId, rev, about, facts }: NoticeDoc): boolean => {
    if (blocked.get(String(userId))?.has(String(byUserId))) return false;
    if (kind === 'invited') return invitationIds.has(about ?? '');
    const action = needs[kind];
    if (action === null) return true;
    const folder = folderById.get(String(folderId));
    const share = shareOf.get(`${folderId} ${userId}`);
    const access = folder && accessOf(String(userId), folder, share);
    if (!access || !can(access, action)) return false;
    // Who left and came back does not see what happened in between.
    if (rev !== null && rev < (share?.arrivedRev ?? 0)) return false;
    return !facts.commentId || commentIds.has(String(facts.commentId));
  };

  return docs.filter(isVisible).map((doc) => ({
    doc,
    by: doc.byUserId && userById(doc.byUserId),
    list: doc.facts.listName ?? folderById.get(String(doc.folderId))?.name ?? 'a list',
  }));
}

const unique = (ids: readonly Types.ObjectId[]) => [...new Map(ids.map((id) => [String(id), id])).values()];

const TOGETHER_MS = 12 * 60 * 60 * 1000;

/** Notices of the same kind by one person in one list are one, if they are of the same half day. Given and returned newest first. */
export function groupNotices(visible: readonly VisibleNotice[]): VisibleNotice[][] {
  const groups: VisibleNotice[][] = [];
  const open = new Map<string, VisibleNotice[]>();
  for (const one of visible) {
    const key = groupKey(one);
    const group = open.get(key);
    const newest = group?.[0]?.doc.createdAt.getTime() ?? 0;
    if (group && newest - one.doc.createdAt.getTime() < TOGETHER_MS) group.push(one);
    else {
      const begun = [one];
      groups.push(begun);
      open.set(key, begun);
    }
  }
  return groups;
}

function groupKey({ doc: { _id, userId, kind, folderId, byUserId, isRead, facts } }: VisibleNotice): string {
  const about = kind === 'titles-added' ? 'all' : kind === 'commented' && facts.title ? titleKey(facts.title) : _id;
  return [userId, kind, folderId, byUserId, isRead, about].join(' ');
}

/** A group of notices as its person reads it. */
export function toNotice(group: readonly VisibleNotice[], { isHidden = false, now = new Date() } = {}): Notice {
  const [newest] = group;
  if (!newest) throw new Error('A group without notices');
  const { doc, by, list } = newest;
  const count = group.reduce((sum, one) => sum + (one.doc.facts.count ?? 1), 0);
  return {
    id: doc._id.toHexString(),
    topic: doc.topic,
    by,
    text: noticeText(doc, { who: nameOf(by ?? {}), list, count, isHidden, now }),
    path: noticePath(doc),
    folderId: doc.folderId?.toHexString() ?? null,
    count,
    at: doc.createdAt.toISOString(),
    isRead: doc.isRead,
  };
}
