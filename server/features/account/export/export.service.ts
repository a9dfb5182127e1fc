import { type AccountExport, EXPORT_VERSION } from '../../../../common/schemas/export/export.ts';
import type { Paged } from '../../../platform/http/jsonPieces.ts';
import { exportSecurityEvents } from '../../../platform/securityLog/securityLog.ts';
import { listSessions } from '../../../platform/session/ownSessions.ts';
import type { OwnSession } from '../../../platform/session/session.ts';
import { listFeeds } from '../../feeds/feed.service.ts';
import { exportComments, exportReactions } from '../../folders/comments/ownComments.service.ts';
import {
  exportInvitations,
  exportJoinRequests,
  exportLinks,
  exportPublicLinks,
} from '../../folders/export/invitationExport.service.ts';
import {
  exportDeletedLists,
  exportMemberships,
  exportOwnLists,
  findReviewedNames,
} from '../../folders/export/listExport.service.ts';
import type { FindOtherIds } from '../../folders/export/listFile.ts';
import { exportPolls } from '../../folders/export/pollExport.service.ts';
import { exportImports } from '../../moving/import.service.ts';
import { exportNotices } from '../../notices/noticeExport.service.ts';
import { exportPlayers, exportPlayerTitles, exportSharedPlayers } from '../../players/playerExport.service.ts';
import { exportPlays, exportProposals, exportShows, exportWatchGroups } from '../../plays/playExport.service.ts';
import { exportDismissals } from '../../recommendations/dismissal.service.ts';
import { exportReports } from '../../reports/report.service.ts';
import { exportReviews, findOwnReviews } from '../../reviews/reviewExport.service.ts';
import { exportBlocks, exportPins, exportProfile } from '../../users/userExport.service.ts';
import { listWebhooks } from '../../webhooks/webhook.service.ts';
import { listTokens } from '../tokens/token.service.ts';
import type { ReadableAccount } from './formats.ts';

/** What the formats of other services need of an account, read a page at a time. */
export function readableAccount(userId: string, findIds: FindOtherIds): ReadableAccount {
  return {
    lists: () => exportOwnLists(userId),
    plays: () => exportPlays(userId),
    reviews: () => exportReviews(userId),
    reviewsOf: (titles) => findOwnReviews(userId, titles),
    namesOf: (titles) => findReviewedNames(userId, titles),
    idsOf: findIds,
  };
}

/** Everything of the account. What can be long is read while it is written. */
export async function exportAccount(userId: string, own: OwnSession): Promise<Paged<AccountExport>> {
  const sessions = await listSessions(userId, own);
  const webhooks = await listWebhooks(userId);
  const accessTokens = await listTokens(userId);
  const feeds = await listFeeds(userId);
  return {
    format: 'marquee',
    version: EXPORT_VERSION,
    exportedAt: new Date().toISOString(),
    user: await exportProfile(userId),
    lists: exportOwnLists(userId),
    deletedLists: exportDeletedLists(userId),
    memberships: exportMemberships(userId),
    invitations: await exportInvitations(userId),
    invitationLinks: await exportLinks(userId),
    publicLinks: await exportPublicLinks(userId),
    joinRequests: await exportJoinRequests(userId),
    reviews: exportReviews(userId),
    plays: exportPlays(userId),
    proposals: exportProposals(userId),
    shows: await exportShows(userId),
    imports: await exportImports(userId),
    players: await exportPlayers(userId),
    sharedPlayers: await exportSharedPlayers(userId),
    playerTitles: await exportPlayerTitles(userId),
    comments: exportComments(userId),
    reactions: exportReactions(userId),
    watchGroups: await exportWatchGroups(userId),
    polls: exportPolls(userId),
    dismissedTitles: exportDismissals(userId),
    pinnedPeople: await exportPins(userId),
    blockedPeople: await exportBlocks(userId),
    reports: await exportReports(userId),
    sessions: sessions.map(({ id: _id, ...session }) => session),
    securityEvents: exportSecurityEvents(userId),
    webhooks: webhooks.map(({ id: _id, ...webhook }) => webhook),
    notifications: await exportNotices(userId),
    accessTokens: accessTokens.map(({ id: _id, ...token }) => token),
    feeds: feeds.map(({ id: _id, ...feed }) => feed),
  };
}
