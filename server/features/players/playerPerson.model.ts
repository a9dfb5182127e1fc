import { model, Schema, type Types } from 'mongoose';
import { type PlayerPersonRole, type PlayerPersonState, playerPersonRoles } from '../../../common/schemas/player.ts';
import type { SchemaFields } from '../../platform/stored.ts';

/** A person's part in the player of another person. */
export interface PlayerPersonDoc {
  _id: Types.ObjectId;
  playerId: Types.ObjectId;
  ownerId: Types.ObjectId;
  userId: Types.ObjectId;
  role: PlayerPersonRole;
  /** Of an account: its user name in the player, and the same as it is compared. */
  name: string | null;
  nameKey: string | null;
  state: PlayerPersonState;
  createdAt: Date;
}

const schema = new Schema<PlayerPersonDoc>(
  {
    playerId: { type: Schema.Types.ObjectId, required: true },
    ownerId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    role: { type: String, enum: playerPersonRoles, required: true },
    name: { type: String, default: null },
    nameKey: { type: String, default: null },
    state: { type: String, required: true },
  } satisfies SchemaFields<PlayerPersonDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ playerId: 1, userId: 1, role: 1 }, { unique: true });
schema.index({ userId: 1 });
schema.index({ ownerId: 1 });

export const PlayerPersonModel = model<PlayerPersonDoc>('PlayerPerson', schema, 'playerpeople');
