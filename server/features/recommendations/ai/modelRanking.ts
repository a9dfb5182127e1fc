import { createHash } from 'node:crypto';
import { trusted } from 'mongoose';
import { inTransaction } from '../../../platform/database/database.ts';
import { isDuplicateKey } from '../../../platform/http/errors.ts';
import { log } from '../../../platform/log.ts';
import { hasModelConsent } from '../../users/user.service.ts';
import { notifyChanged } from '../dismissal.service.ts';
import { type RankingDoc, RankingModel } from '../ranking.model.ts';
import { askModel, boundQuestion, CALLS_AN_HOUR, type ModelConfig, type Question } from './ai.ts';

const HOUR_MS = 60 * 60 * 1000;

export type ModelOrder = NonNullable<RankingDoc['picks']>;

/**
 * The model's ranking for a question if it is stored already. Otherwise returns null and calls the model in the background;
 * the user's tabs are notified when the answer arrives. All nodes together send the same question once, and each user may
 * cause a few calls an hour, including failed ones.
 */
export async function findModelOrder(config: ModelConfig, userId: string, asked: Question): Promise<ModelOrder | null> {
  const question = boundQuestion(asked);
  const key = createHash('sha256')
    .update(JSON.stringify([config.model, question]))
    .digest('base64url');
  const known = await RankingModel.findOne({ userId, key }).lean<RankingDoc>();
  if (known) return known.picks;
  if (question.reviews.length > 0 && (await reserveCall(userId, key))) {
    void storeRanking(config, userId, key, question).catch((error: unknown) =>
      log.warn({ err: error }, 'the ranking of the language model could not be stored'),
    );
  }
  return null;
}

/** Records the call before it is made; false when another node makes it or the limit per hour is reached. */
async function reserveCall(userId: string, key: string): Promise<boolean> {
  // biome-ignore lint/plugin: compared with stored dates that other nodes may have written
  const anHourAgo = new Date(Date.now() - HOUR_MS);
  const used = await RankingModel.countDocuments({ userId, at: trusted({ $gt: anHourAgo }) });
  if (used >= CALLS_AN_HOUR) return false;
  try {
    await RankingModel.insertOne({ userId, key, picks: null, at: new Date() });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

async function storeRanking(config: ModelConfig, userId: string, key: string, question: Question): Promise<void> {
  const picks = await askModel(config, question);
  // Consent may have been withdrawn during the call: then nothing is stored.
  if (!picks || !(await hasModelConsent(userId))) return;
  await inTransaction(async () => {
    await RankingModel.updateOne(
      { userId, key },
      { $set: { picks: picks.map(({ id, reason }) => ({ key: id, reason })) } },
    );
    await notifyChanged(userId);
  });
}

/** Deletes a user's rankings but keeps the count of calls. The same questions can be asked again. */
export async function forgetRankings(userId: string): Promise<void> {
  for (const { _id } of await RankingModel.find({ userId }, { _id: 1 }).lean())
    await RankingModel.updateOne({ _id }, { $set: { key: `forgotten ${_id}`, picks: null } });
}
