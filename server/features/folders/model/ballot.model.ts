import { model, Schema, type Types } from 'mongoose';
import type { Ballot } from '../../../../common/schemas/poll.ts';
import type { SchemaFields } from '../../../platform/stored.ts';

/** What one participant voted. Whether the participant is ready is stored in the poll, because everyone may see that. */
export interface BallotDoc extends Pick<Ballot, 'marks' | 'veto'> {
  _id: Types.ObjectId;
  pollId: Types.ObjectId;
  /** A user's id, or a guest's. */
  participantId: Types.ObjectId;
  /** When the poll ends. */
  expiresAt: Date;
}

const schema = new Schema<BallotDoc>(
  {
    pollId: { type: Schema.Types.ObjectId, required: true },
    participantId: { type: Schema.Types.ObjectId, required: true },
    marks: { type: Schema.Types.Mixed, required: true },
    veto: { type: String, default: null },
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<BallotDoc>,
  { versionKey: false, minimize: false },
);
schema.index({ pollId: 1, participantId: 1 }, { unique: true });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const BallotModel = model<BallotDoc>('Ballot', schema, 'ballots');
