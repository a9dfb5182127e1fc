import { model, Schema, type Types } from 'mongoose';
import { type PlayerPersonRole, type PlayerPersonState, playerPersonRoles } from '../../../common/schemas/player.ts';
import type { SchemaFields } from '../../platform/stored.ts';

/** A person's part in the player of another person. It is here because a block ends it. */
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

/** Ends what two users have in each other's players. Call it in the transaction of a block. */
export async function endPlayerParts(a: Types.ObjectId, b: Types.ObjectId): Promise<void> {
  const between = [
    { ownerId: a, userId: b },
    { ownerId: b, userId: a },
  ];
  await PlayerPersonModel.deleteMany({ $or: between });
}
