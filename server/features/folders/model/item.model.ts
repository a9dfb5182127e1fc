import { model, Schema, Types } from 'mongoose';
import { errorTexts } from '../../../../common/errors.ts';
import { newItemState } from '../../../../common/newItemState.ts';
import { pick } from '../../../../common/pick.ts';
import type { ItemState as CommonState, Item, TitleFacts } from '../../../../common/schemas/item.ts';
import type { PublicUser } from '../../../../common/schemas/user.ts';
import { conflict, isDuplicateKey } from '../../../platform/http/errors.ts';
import type { SchemaFields, Stored } from '../../../platform/stored.ts';
import { factFields, factsOf, fetchedNow, shownPath } from './itemFacts.ts';

/** The stored fields of an item that members decide about. */
export interface StoredItemState extends CommonState {
  /** Who set `watched`. Null while it is off or when it is unknown. */
  watchedByUserId: Types.ObjectId | null;
}

/** `userId` is who added it. */
export interface ItemDoc extends Stored<Item, 'id' | 'categoryId' | 'addedBy'>, StoredItemState {
  _id: Types.ObjectId;
  /** When the movie database sent the facts. Absent on items of the bundled catalogue and of earlier versions. */
  fetchedAt?: Date;
}

const defaultState: Required<StoredItemState> = { ...newItemState, watchedByUserId: null };

const stateFields = {
  watched: { type: Boolean, default: defaultState.watched },
  watchedByUserId: { type: Schema.Types.ObjectId, default: defaultState.watchedByUserId },
  userRating: { type: Number, default: defaultState.userRating },
  note: { type: String, default: defaultState.note },
  rank: { type: String, default: defaultState.rank },
} satisfies SchemaFields<StoredItemState>;

/**
 * Finds titles in lists. MongoDB must be told to use it: it may choose another index that begins with the list, and then reads
 * all of its titles.
 */
export const titleIndex = { folderId: 1, mediaType: 1, tmdbId: 1 } as const;
/** For the calendar. */
export const releaseIndex = { folderId: 1, mediaType: 1, releaseDate: 1 } as const;

const schema = new Schema<ItemDoc>(
  {
    ...factFields,
    ...stateFields,
    folderId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    fetchedAt: { type: Date },
  } satisfies SchemaFields<ItemDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ folderId: 1, _id: 1 });
// For the first titles in the order of the list.
schema.index({ folderId: 1, rank: 1, _id: 1 });
// For pages that are filtered by media type.
schema.index({ folderId: 1, mediaType: 1, _id: 1 });
schema.index(titleIndex, { unique: true });
schema.index(releaseIndex);
schema.index({ fetchedAt: 1 });

export const ItemModel = model<ItemDoc>('Item', schema, 'items');

/** A new item of a folder, not stored yet. State that is not given has its default. */
export function newItem(
  given: TitleFacts & Partial<StoredItemState>,
  place: Pick<ItemDoc, 'folderId' | 'userId'>,
): ItemDoc {
  return {
    ...factsOf(given),
    ...stateOf(given),
    ...place,
    ...fetchedNow(given),
    _id: new Types.ObjectId(),
    createdAt: new Date(),
  };
}

/**
 * Stores new items unchanged, in the caller's transaction. Every item is stored by this function. Throws already_in_folder
 * when the folder has one of the titles.
 */
export async function insertItems(items: readonly ItemDoc[]): Promise<void> {
  if (items.length === 0) return;
  try {
    await ItemModel.insertMany(items, { lean: true });
  } catch (error) {
    if (isDuplicateKey(error)) throw conflict('already_in_folder', errorTexts.alreadyInFolder);
    throw error;
  }
}

const stateNames = Object.keys(stateFields) as (keyof StoredItemState)[];

/** The fields that members decide about. Fields that an item or log entry of an earlier version lacks get their defaults. */
export function stateOf(item: Partial<StoredItemState>): Required<StoredItemState> {
  return { ...defaultState, ...pick(item, stateNames) };
}

export function toItem(item: ItemDoc, addedBy: PublicUser): Item {
  const folderId = item.folderId.toHexString();
  const { watched, userRating, note, rank } = newItemState;
  return {
    id: item._id.toHexString(),
    folderId,
    categoryId: folderId,
    userId: addedBy.id,
    tmdbId: item.tmdbId,
    mediaType: item.mediaType,
    title: item.title,
    overview: item.overview,
    posterPath: shownPath(item.posterPath),
    backdropPath: shownPath(item.backdropPath),
    releaseDate: item.releaseDate,
    voteAverage: item.voteAverage,
    genres: item.genres,
    runtime: item.runtime,
    watched: item.watched ?? watched,
    userRating: item.userRating ?? userRating,
    note: item.note ?? note,
    rank: item.rank ?? rank,
    createdAt: item.createdAt.toISOString(),
    addedBy,
  };
}
