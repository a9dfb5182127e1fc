import { trusted } from 'mongoose';
import { log } from '../../../../platform/log.ts';
import { CachedAnswerModel } from './cachedAnswer.model.ts';

/** With a slow or unavailable database, answers come from the upstream instead. */
const DATABASE_MS = 1500;

export interface StoredAnswer {
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

/** Removes the oldest answers if there are more than `max`. Several nodes may do so at the same time. */
export async function trim(max: number): Promise<void> {
  try {
    const over = (await CachedAnswerModel.estimatedDocumentCount()) - max;
    if (over <= 0) return;
    const oldest = await CachedAnswerModel.find({}, { _id: 1 }).sort({ fetchedAt: 1 }).limit(over).lean();
    await CachedAnswerModel.deleteMany({ _id: trusted({ $in: oldest.map(({ _id }) => _id) }) });
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
