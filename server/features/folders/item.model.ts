import { model, Schema, type Types } from 'mongoose';
import type { Item, TitleFacts } from '../../../common/item.ts';
import type { PublicUser } from '../../../common/user.ts';

export interface ItemDoc extends TitleFacts {
  _id: Types.ObjectId;
  folderId: Types.ObjectId;
  /** Who added it. */
  userId: Types.ObjectId;
  watched: boolean;
  /** Who set `watched`; null while it is off. Items stored before this field existed lack it. */
  watchedByUserId?: Types.ObjectId | null;
  userRating: number | null;
  /** When the movie database told the facts. Absent on items of the bundled catalogue and on those of earlier versions. */
  fetchedAt?: Date;
  createdAt: Date;
}

const schema = new Schema<ItemDoc>(
  {
    folderId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    tmdbId: { type: Number, required: true },
    mediaType: { type: String, enum: ['movie', 'tv'], required: true },
    title: { type: String, required: true },
    overview: { type: String, default: null },
    posterPath: { type: String, default: null },
    backdropPath: { type: String, default: null },
    releaseDate: { type: String, default: null },
    voteAverage: { type: Number, default: null },
    genres: { type: [Number], default: [] },
    runtime: { type: Number, default: null },
    watched: { type: Boolean, default: false },
    watchedByUserId: { type: Schema.Types.ObjectId, default: null },
    userRating: { type: Number, default: null },
    fetchedAt: { type: Date },
  },
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ folderId: 1, _id: 1 });
schema.index({ folderId: 1, mediaType: 1, tmdbId: 1 }, { unique: true });
schema.index({ fetchedAt: 1 });

export const ItemModel = model<ItemDoc>('Item', schema, 'items');

export function toItem(item: ItemDoc, addedBy: PublicUser): Item {
  const folderId = item.folderId.toHexString();
  return {
    id: item._id.toHexString(),
    folderId,
    categoryId: folderId,
    userId: addedBy.id,
    tmdbId: item.tmdbId,
    mediaType: item.mediaType,
    title: item.title,
    overview: item.overview,
    posterPath: item.posterPath,
    backdropPath: item.backdropPath,
    releaseDate: item.releaseDate,
    voteAverage: item.voteAverage,
    genres: item.genres,
    runtime: item.runtime,
    watched: item.watched,
    userRating: item.userRating,
    createdAt: item.createdAt.toISOString(),
    addedBy,
  };
}
