import { model, Schema, type Types } from 'mongoose';
import type { EpisodeSet } from '../../../common/progress.ts';
import { type Proposal, type ProposalStatus, proposalStatuses } from '../../../common/schemas/play.ts';
import type { PublicUser } from '../../../common/schemas/user.ts';
import type { SchemaFields } from '../../platform/stored.ts';
import { showViewing, type Viewing, viewingFields } from './viewing.ts';

/** A play that one user proposes to another, who watched the title with them. */
export interface ProposalDoc extends Viewing {
  _id: Types.ObjectId;
  /** The play or the poll that it is about. A user gets at most one proposal of each. */
  originId: Types.ObjectId;
  /** The companion, who may accept it. */
  userId: Types.ObjectId;
  byUserId: Types.ObjectId;
  /** Of a proposal for several episodes: all of them. */
  episodes?: EpisodeSet;
  status: ProposalStatus;
  /** The act that recorded it at once, if there was anything to record. */
  actId?: Types.ObjectId;
  createdAt: Date;
  expiresAt: Date;
}

const schema = new Schema<ProposalDoc>(
  {
    ...viewingFields,
    originId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    byUserId: { type: Schema.Types.ObjectId, required: true },
    episodes: { type: Schema.Types.Mixed },
    status: { type: String, enum: proposalStatuses, required: true },
    actId: { type: Schema.Types.ObjectId },
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<ProposalDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ userId: 1, originId: 1 }, { unique: true });
schema.index({ userId: 1, status: 1, _id: 1 });
schema.index({ byUserId: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const ProposalModel = model<ProposalDoc>('PlayProposal', schema, 'playproposals');

export function toProposal(proposal: ProposalDoc, by: PublicUser): Proposal {
  return {
    id: proposal.originId.toHexString(),
    userId: proposal.userId.toHexString(),
    by,
    ...showViewing(proposal),
    ...(proposal.episodes && { episodes: proposal.episodes }),
    status: proposal.status,
    createdAt: proposal.createdAt.toISOString(),
  };
}
