import { model, Schema, type Types } from 'mongoose';
import type { Ballot, Candidate, PollFilters, PollResult, PollState } from '../../../../common/schemas/poll.ts';
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

const pollSchema = new Schema<PollDoc>(
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
pollSchema.index({ folderId: 1 }, { unique: true, partialFilterExpression: { isOpen: true } });
pollSchema.index({ folderId: 1, createdAt: 1 });
// For the polls that are open in any list.
pollSchema.index({ isOpen: 1, state: 1, expiresAt: 1 }, { partialFilterExpression: { isOpen: true } });
pollSchema.index({ guestLinkHash: 1 }, { partialFilterExpression: { isOpen: true } });

export const PollModel = model<PollDoc>('Poll', pollSchema, 'polls');

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

/** What one participant voted. Whether the participant is ready is stored in the poll, because everyone may see that. */
export interface BallotDoc extends Pick<Ballot, 'marks' | 'veto'> {
  _id: Types.ObjectId;
  pollId: Types.ObjectId;
  /** A user's id, or a guest's. */
  participantId: Types.ObjectId;
  /** When the poll ends. */
  expiresAt: Date;
}

const ballotSchema = new Schema<BallotDoc>(
  {
    pollId: { type: Schema.Types.ObjectId, required: true },
    participantId: { type: Schema.Types.ObjectId, required: true },
    marks: { type: Schema.Types.Mixed, required: true },
    veto: { type: String, default: null },
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<BallotDoc>,
  { versionKey: false, minimize: false },
);
ballotSchema.index({ pollId: 1, participantId: 1 }, { unique: true });
ballotSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const BallotModel = model<BallotDoc>('Ballot', ballotSchema, 'ballots');

/** How much the marks of a member count at the list's next poll. Absent means 1. */
export interface FairnessDoc {
  _id: Types.ObjectId;
  folderId: Types.ObjectId;
  userId: Types.ObjectId;
  weight: number;
}

const fairnessSchema = new Schema<FairnessDoc>(
  {
    folderId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    weight: { type: Number, required: true },
  } satisfies SchemaFields<FairnessDoc>,
  { versionKey: false },
);
fairnessSchema.index({ folderId: 1, userId: 1 }, { unique: true });

export const FairnessModel = model<FairnessDoc>('Fairness', fairnessSchema, 'fairness');
