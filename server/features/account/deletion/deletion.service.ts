import type { DeletionPlan } from '../../../../common/schemas/account/deletion.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { deleteNotificationsOf } from '../../../platform/database/outbox.ts';
import { log } from '../../../platform/log.ts';
import { deleteResponsesOf } from '../../../platform/requests/operations.ts';
import { deleteSecurityEventsOf } from '../../../platform/securityLog/securityLog.ts';
import { deleteFeedsOf } from '../../feeds/feed.service.ts';
import { forgetProfile } from '../../folders/access/people.service.ts';
import { deleteCommentsOf } from '../../folders/comments/ownComments.service.ts';
import {
  countListsOf,
  departFromFolders,
  dropFolder,
  findSharedOwnLists,
  handOverFolder,
  type SharedOwnList,
} from '../../folders/departure.service.ts';
import { deleteImportsOf } from '../../moving/import.service.ts';
import { deletePlayersOf } from '../../players/player.service.ts';
import { countPlaysOf, deletePlaysOf } from '../../plays/proposal.service.ts';
import { deleteRecommendationsOf } from '../../recommendations/dismissal.service.ts';
import { deleteReportsOf } from '../../reports/report.service.ts';
import { countReviewsOf, deleteReviewsOf } from '../../reviews/review.service.ts';
import { deleteUser, findEnding, findEndingChoices } from '../../users/accountState.service.ts';
import { deleteNoticesOf } from '../../users/notices/notice.store.ts';
import { loadPublicUserLookup } from '../../users/user.service.ts';
import { deleteWebhooksOf } from '../../webhooks/webhook.service.ts';
import { beginDeletion, type Deletion } from '../accountChanges.service.ts';
import { deleteMailTokensOf } from '../mail/mailToken.model.ts';

/**
 * Deletes an account and everything of it. Lists with members get a new owner: the chosen one, else the member with most
 * rights whose account is enabled, except those that `choices` deletes. The logs of other lists keep the user's changes, by a
 * former member. Throws conflict for the last operator.
 *
 * It takes many transactions. The first one ends all access to the account; a deletion that is interrupted after it is
 * finished by the next start of a node, or within an hour.
 */
export async function deleteAccount(userId: string, deletion: Deletion = {}): Promise<void> {
  await beginDeletion(userId, deletion);
  await finishDeletion(userId);
}

const LOOK_MS = 60 * 60 * 1000;

/** Finishes deletions that were interrupted: now, and again each hour. It may also finish those that another node works on. */
export function startResumingDeletions(lookMs = LOOK_MS) {
  let round = resumeDeletions();
  const timer = setInterval(() => {
    round = round.then(resumeDeletions);
  }, lookMs).unref();
  return {
    /** Waits for what has begun. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await round;
    },
  };
}

/** Finishes deletions that were interrupted. */
export async function resumeDeletions(): Promise<void> {
  const ending = await findEnding().catch((error: unknown) => {
    log.error({ err: error }, 'deletions could not be resumed; the next round tries again');
    return [];
  });
  for (const userId of ending) {
    await finishDeletion(userId).catch((error: unknown) => {
      log.error({ err: error, userId }, 'an account could not be deleted completely; the next round tries again');
    });
  }
}

async function finishDeletion(userId: string): Promise<void> {
  const actor = { userId };
  const choices = await findEndingChoices(userId);
  const choiceOf = new Map(choices.map((choice) => [choice.listId, choice]));
  // One that is being applied stops with that.
  await deleteImportsOf(userId);
  await deleteWebhooksOf(userId);
  const lists = await findSharedOwnLists(userId);
  // First, so that none of these is handed over if the deletion is interrupted.
  for (const { folderId } of lists) if (choiceOf.get(folderId)?.newOwnerId === null) await dropFolder(actor, folderId);
  for (const list of lists) {
    const choice = choiceOf.get(list.folderId);
    if (choice?.newOwnerId !== null) await handOver(userId, list, choice?.newOwnerId);
  }
  await departFromFolders(actor);
  // No event of a player adds plays after this.
  await deletePlayersOf(userId);
  await deleteCommentsOf(userId);
  await deleteReviewsOf(userId);
  await deletePlaysOf(userId);
  await deleteFeedsOf(userId);
  await deleteRecommendationsOf(userId);
  await deleteResponsesOf(userId);
  await deleteReportsOf(userId);
  await deleteSecurityEventsOf(userId);
  await deleteMailTokensOf(userId);
  await deleteNoticesOf(userId);
  await deleteNotificationsOf(userId);
  await inTransaction(async () => {
    await forgetProfile(userId);
    await deleteUser(userId);
  });
}

/** Members may leave meanwhile. A list without any is deleted with the account. */
async function handOver(userId: string, { folderId, memberIds }: SharedOwnList, chosen?: string): Promise<void> {
  const heirs = chosen === undefined ? memberIds : [chosen, ...memberIds];
  for (const heir of heirs) if (await handOverFolder({ userId }, folderId, heir)) return;
}

/** What the deletion of the account would do. */
export async function planDeletion(userId: string): Promise<DeletionPlan> {
  const shared = await findSharedOwnLists(userId);
  const userById = await loadPublicUserLookup(shared.flatMap(({ memberIds }) => memberIds));
  const [lists, reviews, plays] = await Promise.all([
    countListsOf([userId]),
    countReviewsOf([userId]),
    countPlaysOf(userId),
  ]);
  return {
    sharedLists: shared.map(({ folderId, name, memberIds }) => ({
      id: folderId,
      name,
      members: memberIds.map((id) => userById(id)),
    })),
    ownLists: lists.get(userId)?.lists ?? 0,
    reviews: reviews.get(userId) ?? 0,
    plays,
  };
}
