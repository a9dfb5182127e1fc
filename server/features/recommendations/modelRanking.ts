import { createHash } from 'node:crypto';
import { inTransaction } from '../../platform/database.ts';
import { isDuplicateKey } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import { hasModelConsent } from '../users/user.service.ts';
import { askModel, boundQuestion, CALLS_AN_HOUR, type ModelConfig, type Question } from './ai.ts';
import { tellChanged } from './dismissal.service.ts';
import { type RankingDoc, RankingModel } from './ranking.model.ts';

const HOUR_MS = 60 * 60 * 1000;

export type ModelOrder = NonNullable<RankingDoc['picks']>;

/**
 * The model's order for a question when it is there already. Otherwise null, and the model is asked meanwhile: nobody waits
 * for it, and the user's tabs are told when its answer has come. The same question is asked once by all nodes together,
 * and no person costs more than a few calls an hour, failed ones included.
 */
export async function findModelOrder(config: ModelConfig, userId: string, asked: Question): Promise<ModelOrder | null> {
  const question = boundQuestion(asked);
  const key = createHash('sha256')
    .update(JSON.stringify([config.model, question]))
    .digest('base64url');
  const known = await RankingModel.findOne({ userId, key }).lean<RankingDoc>();
  if (known) return known.picks;
  if (question.reviews.length > 0 && (await book(userId, key))) {
    void rank(config, userId, key, question).catch((error: unknown) =>
      log.warn({ err: error }, 'a ranking was not kept'),
    );
  }
  return null;
}

/** Counts the call before it is made; false when another node makes it or the hour's calls are used up. */
async function book(userId: string, key: string): Promise<boolean> {
  const used = await RankingModel.countDocuments({ userId, at: { $gt: new Date(Date.now() - HOUR_MS) } });
  if (used >= CALLS_AN_HOUR) return false;
  try {
    await RankingModel.insertOne({ userId, key, picks: null, at: new Date() });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

async function rank(config: ModelConfig, userId: string, key: string, question: Question): Promise<void> {
  const picks = await askModel(config, question);
  // Asked back meanwhile: then nothing of it is kept.
  if (!picks || !(await hasModelConsent(userId))) return;
  await inTransaction(async () => {
    await RankingModel.updateOne(
      { userId, key },
      { $set: { picks: picks.map(({ id, reason }) => ({ key: id, reason })) } },
    );
    await tellChanged(userId);
  });
}

/** Forgets what a model made of somebody; the count of calls stays. */
export async function forgetRankings(userId: string): Promise<void> {
  await RankingModel.updateMany({ userId }, { $set: { picks: null } });
}
