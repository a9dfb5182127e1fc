import { model, Schema, type Types } from 'mongoose';
import type { Candidate, PollFilters, PollResult, PollState } from '../../../../common/schemas/poll.ts';
import type { SchemaFields } from '../../../platform/stored.ts';

interface StoredCandidate extends Candidate {
  /** Null for a title that is not in the list. */
  itemId: Types.ObjectId | null;
}

interface StoredParticipant {
  /** The user's id, or the guest's. */
  id: Types.ObjectId;
  kind: 'member' | 'guest';
  /** Of a guest. The names of members are those of the users. */
  name: string | null;
  isReady: boolean;
}

/** A vote of a list's people on what to watch. */
export interface PollDoc {
  _id: Types.ObjectId;
  folderId: Types.ObjectId;
  openedByUserId: Types.ObjectId;
  state: PollState;
  /** False once it is closed. A list has at most one open poll. */
  isOpen: boolean;
  rev: number;
  candidates: StoredCandidate[];
  participants: StoredParticipant[];
  filters: PollFilters;
  hasOpenBallots: boolean;
  /** Secret until the result. */
  seed: string;
  seedHash: string;
  result: PollResult | null;
  /** Of the token of the guest link. */
  guestLinkHash: string | null;
  /** Who made the guest link. Absent or null: who opened the poll. */
  guestLinkByUserId?: Types.ObjectId | null;
  createdAt: Date;
  revealedAt: Date | null;
  /** From then on it counts as closed. */
  expiresAt: Date;
}

const schema = new Schema<PollDoc>(
  {
    folderId: { type: Schema.Types.ObjectId, required: true },
    openedByUserId: { type: Schema.Types.ObjectId, required: true },
    state: { type: String, enum: ['lobby', 'voting', 'revealed', 'closed'], required: true },
    isOpen: { type: Boolean, required: true },
    rev: { type: Number, required: true },
    candidates: { type: Schema.Types.Mixed, required: true },
    participants: { type: Schema.Types.Mixed, required: true },
    filters: { type: Schema.Types.Mixed, required: true },
    hasOpenBallots: { type: Boolean, required: true },
    seed: { type: String, required: true },
    seedHash: { type: String, required: true },
    result: { type: Schema.Types.Mixed, default: null },
    guestLinkHash: { type: String, default: null },
    guestLinkByUserId: { type: Schema.Types.ObjectId, default: null },
    revealedAt: { type: Date, default: null },
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<PollDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false, minimize: false },
);
schema.index({ folderId: 1 }, { unique: true, partialFilterExpression: { isOpen: true } });
schema.index({ folderId: 1, createdAt: 1 });
// For the polls that are open in any list.
schema.index({ isOpen: 1, state: 1, expiresAt: 1 }, { partialFilterExpression: { isOpen: true } });
schema.index({ guestLinkHash: 1 }, { partialFilterExpression: { isOpen: true } });

export const PollModel = model<PollDoc>('Poll', schema, 'polls');

/** The state as of now: an expired poll is closed. */
export function pollStateOf({ state, expiresAt }: Pick<PollDoc, 'state' | 'expiresAt'>): PollState {
  return expiresAt <= new Date() ? 'closed' : state;
}

export const canStillVote = (poll: PollDoc) => ['lobby', 'voting'].includes(pollStateOf(poll));

export const keysOf = ({ candidates }: Pick<PollDoc, 'candidates'>) => candidates.map(({ key }) => key);

/** A poll with fewer candidates decides nothing. */
const FEWEST_TO_DECIDE = 2;

export const hasTooFew = ({ candidates }: Pick<PollDoc, 'candidates'>) => candidates.length < FEWEST_TO_DECIDE;

export const isParticipant = ({ participants }: Pick<PollDoc, 'participants'>, id: string) =>
  participants.some((one) => one.id.toHexString() === id);
