import { Types } from 'mongoose';
import type { ExportedDismissal } from '../../../common/schemas/export/export.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { mapPages, readPages } from '../../platform/database/readPages.ts';
import { type Actor, inOperation } from '../../platform/requests/operations.ts';
import { writeNotification } from '../users/notification.service.ts';
import { type DismissalDoc, DismissalModel } from './dismissal.model.ts';
import { RankingModel } from './ranking.model.ts';

interface TitleRef {
  mediaType: MediaType;
  tmdbId: number;
}

/** More than the number of candidate titles. */
const MAX_DISMISSED = 10_000;

/** Keys of the titles that a user dismissed; the newest ones if there are very many. */
export async function findDismissed(userId: string): Promise<Set<string>> {
  const dismissals = await DismissalModel.find({ userId }, { mediaType: 1, tmdbId: 1 })
    .sort({ _id: -1 })
    .limit(MAX_DISMISSED)
    .lean<DismissalDoc[]>();
  return new Set(dismissals.map(titleKey));
}

/** Stores that a title is of no interest, and notifies the user's tabs. Dismissing it again changes nothing. */
export async function dismissTitle(actor: Actor, { mediaType, tmdbId }: TitleRef): Promise<void> {
  const title = { userId: actor.userId, mediaType, tmdbId };
  await inOperation(actor, async () => {
    const { upsertedCount } = await DismissalModel.updateOne(title, { $setOnInsert: title }, { upsert: true });
    if (upsertedCount > 0) await notifyChanged(actor.userId);
  });
}

export async function restoreTitle(actor: Actor, { mediaType, tmdbId }: TitleRef): Promise<void> {
  await inOperation(actor, async () => {
    const { deletedCount } = await DismissalModel.deleteOne({ userId: actor.userId, mediaType, tmdbId });
    if (deletedCount > 0) await notifyChanged(actor.userId);
  });
}

/** Makes the user's tabs reload their recommendations; must run in a transaction. */
export async function notifyChanged(userId: string): Promise<void> {
  await writeNotification('recommendations:changed', {}, { to: [userId], by: userId });
}

/** All titles that the user has dismissed. */
export function exportDismissals(userId: string): AsyncIterable<ExportedDismissal[]> {
  return mapPages(readPages<DismissalDoc>(DismissalModel, { userId: new Types.ObjectId(userId) }), (page) =>
    page.map(({ mediaType, tmdbId, createdAt }) => ({ mediaType, tmdbId, createdAt: createdAt.toISOString() })),
  );
}

/** Deletes what recommendations keep of a user whose account ends. */
export async function deleteRecommendationsOf(userId: string): Promise<void> {
  await DismissalModel.deleteMany({ userId });
  await RankingModel.deleteMany({ userId });
}
