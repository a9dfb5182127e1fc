import { titleKey } from '../../../common/item.ts';
import type { MediaType } from '../../../common/title.ts';
import type { Actor } from '../../platform/actor.ts';
import { inOperation } from '../../platform/operations.ts';
import { writeNews } from '../../platform/outbox.ts';
import { raiseUserRevs } from '../users/user.service.ts';
import { type DismissalDoc, DismissalModel } from './dismissal.model.ts';

interface TitleRef {
  mediaType: MediaType;
  tmdbId: number;
}

/** Keys of the titles that somebody doesn't want to see picked. */
export async function findDismissed(userId: string): Promise<Set<string>> {
  const dismissals = await DismissalModel.find({ userId }, { mediaType: 1, tmdbId: 1 }).lean<DismissalDoc[]>();
  return new Set(dismissals.map(titleKey));
}

/** Remembers that a title is of no interest; again changes nothing. The user's other tabs hear of it. */
export async function dismiss(actor: Actor, { mediaType, tmdbId }: TitleRef): Promise<void> {
  const title = { userId: actor.userId, mediaType, tmdbId };
  await inOperation(actor, async () => {
    const { upsertedCount } = await DismissalModel.updateOne(title, { $setOnInsert: title }, { upsert: true });
    if (upsertedCount > 0) await tellChanged(actor.userId);
  });
}

export async function restore(actor: Actor, { mediaType, tmdbId }: TitleRef): Promise<void> {
  await inOperation(actor, async () => {
    const { deletedCount } = await DismissalModel.deleteOne({ userId: actor.userId, mediaType, tmdbId });
    if (deletedCount > 0) await tellChanged(actor.userId);
  });
}

/** Has the user's tabs read their picks again; runs in a transaction. */
export async function tellChanged(userId: string): Promise<void> {
  await raiseUserRevs([userId]);
  await writeNews([userId], 'recommendations:changed', {});
}
