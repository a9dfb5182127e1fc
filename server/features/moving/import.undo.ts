import { Types } from 'mongoose';
import { groupBy } from '../../../common/groupBy.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { isProblem } from '../../platform/http/errors.ts';
import type { Actor } from '../../platform/requests/operations.ts';
import { quotaQueue } from '../folders/access/quotas.ts';
import { deleteFolder } from '../folders/folder.service.ts';
import { isEmptyList, removeImportedItems } from '../folders/items/importedItems.service.ts';
import { changeReviewed } from '../folders/items/reviewed.service.ts';
import { removeImportedChoices, removeImportedPlays } from '../plays/importedPlays.service.ts';
import { hasReviewOf, removeImportedReviews } from '../reviews/importedReviews.service.ts';
import { type ImportDoc, ImportModel, type ImportRowDoc, ImportRowModel, type Made } from './import.model.ts';
import type { Report } from './import.work.ts';
import { readRows } from './rows.ts';

type MadeOf<Kind extends Made['kind']> = Extract<Made, { kind: Kind }> & { rowId: string };

const ROWS = 100;
const PLAYS = 300;

const CHANGED: Record<Made['kind'], string> = {
  play: 'You changed this entry of your diary, so it stayed.',
  item: 'This title was changed or commented on in its list, so it stayed.',
  review: 'You changed this review, so it stayed.',
  state: 'You changed this show, so it stayed as it is.',
};
const NO_RIGHT = 'You can no longer change this list, so the title stayed.';

/** Takes back what is still as the import left it. What stays is marked with the reason. */
export async function undoRows(one: ImportDoc, report: Report): Promise<void> {
  const actor = { userId: one.userId.toHexString() };
  let done = 0;
  for await (const page of readRows(one._id)) {
    const made = page.filter((row) => row.made.length > 0 && !row.hasStayed);
    for (let start = 0; start < made.length; start += ROWS) await undoPage(actor, made.slice(start, start + ROWS));
    done += page.length;
    await report(done, one.total);
  }
  await ImportRowModel.updateMany(
    { importId: one._id, hasStayed: false, isApplied: true },
    { $set: { isApplied: false } },
  );
  await removeLists(actor, one);
}

async function undoPage(actor: Actor, page: readonly ImportRowDoc[]): Promise<void> {
  const made = page.flatMap(({ _id, made: all }) => all.map((each) => ({ ...each, rowId: String(_id) })));
  const of = <Kind extends Made['kind']>(kind: Kind) => made.filter((each): each is MadeOf<Kind> => each.kind === kind);
  for (const [folderId, items] of groupBy(of('item'), (each) => String(each.folderId))) {
    await undoItems(actor, folderId, items);
  }
  // Reviews before plays: those of reviews would otherwise seem to be the person's own.
  if (of('review').length > 0) await undoReviews(actor, of('review'));
  const plays = of('play');
  for (let start = 0; start < plays.length; start += PLAYS) {
    const some = plays.slice(start, start + PLAYS);
    await quotaQueue([actor.userId], () => inTransaction(() => undoPlays(actor, some)));
  }
  for (const each of of('state')) await quotaQueue([actor.userId], () => inTransaction(() => undoState(actor, each)));
}

/** Stores for each row what it has no longer made, and why it stays. */
async function settle(all: readonly (Made & { rowId: string })[], stayed: ReadonlyMap<Made, string>): Promise<void> {
  const updates = all.map((each) => {
    const { rowId, ...made } = each;
    const reason = stayed.get(each);
    const update = reason ? { $set: { hasStayed: true, reason } } : { $pull: { made: idOf(made) } };
    return { updateOne: { filter: { _id: new Types.ObjectId(rowId) }, update } };
  });
  if (updates.length > 0) await ImportRowModel.bulkWrite(updates);
}

function idOf(made: Made) {
  switch (made.kind) {
    case 'play':
      return { playId: made.playId };
    case 'item':
      return { itemId: made.itemId };
    case 'review':
      return { reviewId: made.reviewId };
    case 'state':
      return { kind: 'state' };
  }
}

async function undoItems(actor: Actor, folderId: string, items: readonly MadeOf<'item'>[]): Promise<void> {
  try {
    await removeImportedItems(actor, folderId, items, async (removed) => {
      const left = items.filter(({ itemId }) => !removed.has(String(itemId)));
      await settle(items, new Map(left.map((each) => [each, CHANGED.item])));
    });
  } catch (error) {
    if (isProblem(error, 'not_found')) await settle(items, new Map());
    else if (isProblem(error, 'forbidden')) await settle(items, new Map(items.map((each) => [each, NO_RIGHT])));
    else throw error;
  }
}

async function undoPlays(actor: Actor, made: readonly MadeOf<'play'>[]): Promise<void> {
  const { userId } = actor;
  const stayed = await removeImportedPlays(userId, made, (play) => hasReviewOf(userId, play));
  const left = made.filter(({ playId }) => stayed.has(String(playId)));
  await settle(made, new Map(left.map((each) => [each, CHANGED.play])));
}

async function undoReviews(actor: Actor, made: readonly MadeOf<'review'>[]): Promise<void> {
  await changeReviewed(actor, async (reviewed) => {
    const stayed = await removeImportedReviews(reviewed, made);
    const left = made.filter(({ reviewId }) => stayed.has(String(reviewId)));
    await settle(made, new Map(left.map((each) => [each, CHANGED.review])));
  });
}

async function undoState(actor: Actor, made: MadeOf<'state'>): Promise<void> {
  const isUndone = await removeImportedChoices(actor.userId, made);
  await settle([made], isUndone ? new Map() : new Map([[made, CHANGED.state]]));
}

/** Deletes the lists that the import made, if nothing and nobody else is in them. */
async function removeLists(actor: Actor, { _id, madeListIds }: ImportDoc): Promise<void> {
  for (const listId of madeListIds) {
    if (await isEmptyList(actor.userId, listId)) await deleteFolder(actor, listId.toHexString());
  }
  await ImportModel.updateOne({ _id }, { $set: { madeListIds: [] } });
}
