import type { Types } from 'mongoose';
import type { NoticeSettings } from '../../../../common/schemas/notice.ts';
import { findLevels, findOpenVotes } from '../../folders/noticeReads.service.ts';
import type { NoticeDoc } from '../../users/notices/notice.documents.ts';
import { isWanted } from '../notice.maker.ts';
import { findVisible, type VisibleNotice } from '../notice.views.ts';

/** Those of these notices that can be sent now: each person may see them, still wants to hear of them, and can still vote. */
export async function findSendable(
  docs: readonly NoticeDoc[],
  settingsOf: (userId: Types.ObjectId) => Pick<NoticeSettings, 'topics'>,
): Promise<VisibleNotice[]> {
  const ofTopics = docs.filter(({ userId, topic }) => settingsOf(userId).topics.includes(topic));
  // The choice for a list is about what its log has: not about invitations, for example.
  const ofLogs = ofTopics.filter(({ rev }) => rev !== null);
  const [visible, levels, openVotes] = await Promise.all([
    findVisible(ofTopics),
    findLevels(
      ofLogs.flatMap(({ folderId }) => folderId ?? []),
      ofLogs.map(({ userId }) => userId),
    ),
    findOpenVotes(ofTopics.flatMap(({ facts }) => facts.pollId ?? [])),
  ]);
  return visible.filter(({ doc: { userId, folderId, rev, facts, isGeneral = false } }) => {
    if (rev !== null && !isWanted(levels.get(`${userId} ${folderId}`) ?? 'all', isGeneral)) return false;
    return !facts.pollId || openVotes.has(String(facts.pollId));
  });
}
