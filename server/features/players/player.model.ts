import { model, Schema, type Types } from 'mongoose';
import type { ImportIds, ImportMatch } from '../../../common/schemas/import.ts';
import {
  type LastEvent,
  type PlayerKind,
  playerKinds,
  type UnrecognisedReason,
} from '../../../common/schemas/player.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import type { SchemaFields } from '../../platform/stored.ts';
import type { WatchedEvidence } from '../plays/playerPlays.service.ts';

/** A player or media server that reports what its user watches, by the address with its token. */
export interface PlayerDoc {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  kind: PlayerKind;
  name: string;
  /** Which users of the player are the owner. Empty: all of them. */
  names: string[];
  tokenId: Types.ObjectId;
  /** Those of earlier versions lack `isOfPerson`. */
  lastEvent: (Omit<LastEvent, 'at' | 'isOfPerson'> & { at: Date; isOfPerson?: boolean }) | null;
  createdAt: Date;
}

const playerSchema = new Schema<PlayerDoc>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, enum: playerKinds, required: true },
    name: { type: String, required: true },
    names: { type: [String], default: [] },
    tokenId: { type: Schema.Types.ObjectId, required: true },
    lastEvent: { type: Schema.Types.Mixed, default: null },
  } satisfies SchemaFields<PlayerDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false, minimize: false },
);
playerSchema.index({ userId: 1, _id: 1 });
playerSchema.index({ tokenId: 1 }, { unique: true });

export const PlayerModel = model<PlayerDoc>('Player', playerSchema, 'players');

/** A viewing that waits for its title. */
export interface WaitingViewing {
  season: number | null;
  episodes: number[];
  /** Of the episode. */
  episodeIds: ImportIds;
  at: Date;
  evidence: WatchedEvidence;
  session: string | null;
  playerId: string;
}

/** A title that players name: not recognised yet, with what waits for it, or with the title that the user has picked. */
export interface PlayerTitleDoc {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  key: string;
  mediaType: MediaType;
  /** Empty if the player gives only ids. */
  name: string;
  year: number | null;
  ids: ImportIds;
  /** The name of the player. */
  player: string;
  reason: UnrecognisedReason;
  viewings: WaitingViewing[];
  match: ImportMatch | null;
  candidates: ImportMatch[];
  updatedAt: Date;
  /** Null for a picked title. */
  expiresAt: Date | null;
}

const titleSchema = new Schema<PlayerTitleDoc>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    key: { type: String, required: true },
    mediaType: { type: String, required: true },
    name: { type: String, default: '' },
    year: { type: Number, default: null },
    ids: { type: Schema.Types.Mixed, default: {} },
    player: { type: String, required: true },
    reason: { type: String, required: true },
    viewings: { type: Schema.Types.Mixed, default: [] },
    match: { type: Schema.Types.Mixed, default: null },
    candidates: { type: Schema.Types.Mixed, default: [] },
    expiresAt: { type: Date, default: null },
  } satisfies SchemaFields<PlayerTitleDoc>,
  { timestamps: { createdAt: false, updatedAt: true }, versionKey: false, minimize: false },
);
titleSchema.index({ userId: 1, key: 1 }, { unique: true });
titleSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const PlayerTitleModel = model<PlayerTitleDoc>('PlayerTitle', titleSchema, 'playertitles');

/** What a device plays now, or played last: an event that arrives late must not bring it back. */
export interface WatchingDoc {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  device: string;
  mediaType: MediaType;
  title: string;
  season: number | null;
  episode: number | null;
  state: 'playing' | 'paused' | 'stopped';
  at: Date;
  expiresAt: Date;
}

const watchingSchema = new Schema<WatchingDoc>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    device: { type: String, required: true },
    mediaType: { type: String, required: true },
    title: { type: String, required: true },
    season: { type: Number, default: null },
    episode: { type: Number, default: null },
    state: { type: String, required: true },
    at: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<WatchingDoc>,
  { versionKey: false },
);
watchingSchema.index({ userId: 1, device: 1 }, { unique: true });
watchingSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const WatchingModel = model<WatchingDoc>('Watching', watchingSchema, 'watching');
