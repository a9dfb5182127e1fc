import { model, Schema, type Types } from 'mongoose';
import type {
  Import,
  ImportChoices,
  ImportKind,
  ImportMatch,
  ImportOutcome,
  ImportStep,
  OutcomeCounts,
} from '../../../common/schemas/import.ts';
import type { SchemaFields } from '../../platform/stored.ts';
import type { AddedChoices, AddedPlay } from '../plays/importedPlays.service.ts';
import type { AddedReview } from '../reviews/importedReviews.service.ts';

/** Files of another service that a user moves in, for 30 days. */
export interface ImportDoc {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  source: Import['source'];
  files: string[];
  state: Import['state'];
  total: number;
  received: number;
  counts: OutcomeCounts;
  /** How many rows come and are not written yet. Those of earlier versions lack it. */
  waiting?: number;
  lists: Import['lists'];
  choices: ImportChoices;
  /** What is to be done, and how far that is. */
  work: { step: ImportStep; done: number; of: number } | null;
  /** When the person last asked for something. A run that finds another time than at its beginning begins again. */
  askedAt: Date;
  /** The run that does it, and until when it holds the import unless it renews that. */
  run: { id: string; until: Date } | null;
  /** Where its titles were looked up. */
  matchedWith: Import['titles']['source'] | null;
  /** Lists that it has made. */
  madeListIds: Types.ObjectId[];
  undo: Import['undo'];
  appliedAt: Date | null;
  createdAt: Date;
  expiresAt: Date;
}

/** What Apply has made of a row, so that Undo can take it back. */
export type Made =
  | ({ kind: 'play' } & AddedPlay)
  | { kind: 'item'; itemId: Types.ObjectId; folderId: Types.ObjectId; watched: boolean; note: string | null }
  | ({ kind: 'review' } & Omit<AddedReview, 'playId'>)
  | ({ kind: 'state' } & AddedChoices);

/** How a title was looked up; 'away': the source did not answer. */
type Lookup = 'matched' | 'ambiguous' | 'unknown' | 'away';

/** One row of an import: what a file says, which title it is about, and what becomes of it. */
export interface ImportRowDoc {
  _id: Types.ObjectId;
  importId: Types.ObjectId;
  userId: Types.ObjectId;
  /** Its number, from 0. */
  n: number;
  /** The row as it was sent. As text, because the columns of a refused one can have any name. */
  json: string;
  /** What it is counted as. Null: only its title is counted. */
  kind: ImportKind | null;
  /** Of its title; null for rows without one. */
  key: string | null;
  /** A table of titles shows its title by this row: the first one with the outcome that the title is counted with. */
  isFirst: boolean;
  lookup: Lookup | null;
  match: ImportMatch | null;
  candidates: ImportMatch[];
  /** The person has chosen the title. */
  isFixed: boolean;
  isSkipped: boolean;
  outcome: ImportOutcome;
  reason: string | null;
  made: Made[];
  isApplied: boolean;
  hasStayed: boolean;
  expiresAt: Date;
}

const importFields = {
  userId: { type: Schema.Types.ObjectId, required: true },
  source: { type: String, required: true },
  files: { type: [String], required: true },
  state: { type: String, required: true },
  total: { type: Number, required: true },
  received: { type: Number, required: true },
  counts: { type: Schema.Types.Mixed, required: true },
  waiting: { type: Number, default: 0 },
  lists: { type: Schema.Types.Mixed, required: true },
  choices: { type: Schema.Types.Mixed, required: true },
  work: { type: Schema.Types.Mixed, default: null },
  askedAt: { type: Date, required: true },
  run: { type: Schema.Types.Mixed, default: null },
  matchedWith: { type: String, default: null },
  madeListIds: { type: [Schema.Types.ObjectId], default: [] },
  undo: { type: Schema.Types.Mixed, default: null },
  appliedAt: { type: Date, default: null },
  expiresAt: { type: Date, required: true },
} satisfies SchemaFields<ImportDoc>;

const importSchema = new Schema<ImportDoc>(importFields, {
  timestamps: { createdAt: true, updatedAt: false },
  versionKey: false,
  minimize: false,
});
importSchema.index({ userId: 1, _id: 1 });
importSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const ImportModel = model<ImportDoc>('Import', importSchema, 'imports');

const rowSchema = new Schema<ImportRowDoc>(
  {
    importId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    n: { type: Number, required: true },
    json: { type: String, required: true },
    kind: { type: String, default: null },
    key: { type: String, default: null },
    isFirst: { type: Boolean, required: true },
    lookup: { type: String, default: null },
    match: { type: Schema.Types.Mixed, default: null },
    candidates: { type: Schema.Types.Mixed, default: [] },
    isFixed: { type: Boolean, required: true },
    isSkipped: { type: Boolean, required: true },
    outcome: { type: String, required: true },
    reason: { type: String, default: null },
    made: { type: Schema.Types.Mixed, default: [] },
    isApplied: { type: Boolean, required: true },
    hasStayed: { type: Boolean, required: true },
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<ImportRowDoc>,
  { versionKey: false, minimize: false },
);
rowSchema.index({ importId: 1, n: 1 }, { unique: true });
rowSchema.index({ importId: 1, outcome: 1, n: 1 });
// For the rows about one title, as the file names it and as it was found.
rowSchema.index({ importId: 1, key: 1, n: 1 });
rowSchema.index({ importId: 1, 'match.tmdbId': 1, n: 1 });
rowSchema.index({ userId: 1 });
rowSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const ImportRowModel = model<ImportRowDoc>('ImportRow', rowSchema, 'importrows');
