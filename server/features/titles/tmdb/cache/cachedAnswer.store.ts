import { model, Schema, trusted } from 'mongoose';
import { log } from '../../../../platform/log.ts';
import type { SchemaFields } from '../../../../platform/stored.ts';

/** A validated answer of the movie database. Stored as text, because its keys are not ours. */
interface CachedAnswerDoc {
  _id: string;
  json: string;
  fetchedAt: Date;
  expiresAt: Date;
}

const cachedAnswerSchema = new Schema<CachedAnswerDoc>(
  {
    _id: { type: String, required: true },
    json: { type: String, required: true },
    fetchedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<CachedAnswerDoc>,
  { versionKey: false },
);
cachedAnswerSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
cachedAnswerSchema.index({ fetchedAt: 1 });

export const CachedAnswerModel = model<CachedAnswerDoc>('CachedAnswer', cachedAnswerSchema, 'cachedanswers');

/** With a slow or unavailable database, answers come from the upstream instead. */
const DATABASE_MS = 1500;

interface StoredAnswer {
  value: unknown;
  /** The length of the JSON. */
  length: number;
  fetchedAt: number;
}

export async function findStored(id: string): Promise<StoredAnswer | null> {
  if (CachedAnswerModel.db.readyState !== 1) return null;
  try {
    const found = await CachedAnswerModel.findById(id).maxTimeMS(DATABASE_MS).lean();
    if (!found) return null;
    return { value: JSON.parse(found.json), length: found.json.length, fetchedAt: found.fetchedAt.getTime() };
  } catch (error) {
    log.debug({ err: error }, 'a cached answer could not be read');
    return null;
  }
}

/** Removes all but the newest `max` answers. Several nodes may do so at the same time. */
export async function trim(max: number): Promise<void> {
  try {
    // Counting first and then reading as many would remove too many when another call removes them in between.
    const [first] = await CachedAnswerModel.find({}, { _id: 0, fetchedAt: 1 })
      .sort({ fetchedAt: -1 })
      .skip(max)
      .limit(1)
      .lean();
    if (first) await CachedAnswerModel.deleteMany({ fetchedAt: trusted({ $lte: first.fetchedAt }) });
  } catch (error) {
    log.debug({ err: error }, 'the oldest cached answers could not be removed');
  }
}

export async function store(id: string, json: string, fetchedAt: number, keepMs: number): Promise<void> {
  if (CachedAnswerModel.db.readyState !== 1) return;
  const facts = { json, fetchedAt: new Date(fetchedAt), expiresAt: new Date(fetchedAt + keepMs) };
  try {
    await CachedAnswerModel.updateOne({ _id: id }, { $set: facts }, { upsert: true });
  } catch (error) {
    // Another node may have stored the same answer first.
    log.debug({ err: error }, 'an answer could not be cached');
  }
}
