import { LRUCache } from 'lru-cache';
import { findListedVersion } from '../folders/listed.service.ts';
import type { TitleFacts } from '../titles/title.source.ts';
import { userRevs } from '../users/user.service.ts';
import { factsFrom, type History, readHistory, signalsOf } from './history.ts';
import { learnTaste, type Taste } from './taste.ts';
import type { TitleIndex } from './titleIndex.ts';

export interface Learned {
  index: TitleIndex<TitleFacts>;
  taste: Taste & { index: TitleIndex<TitleFacts> };
  history: History;
}

/** People whose taste is kept: about a megabyte each after a thousand reviews. */
const MOST_KEPT = 20;
const kept = new LRUCache<string, { version: string; learned: Learned }>({ max: MOST_KEPT });

export function learnFrom(
  index: TitleIndex<TitleFacts>,
  history: History,
  lookedUp?: ReadonlyMap<string, TitleFacts>,
): Learned {
  const taste = learnTaste(index, signalsOf(history, factsFrom(index, history, lookedUp)));
  return { index, history, taste: { ...taste, index } };
}

/**
 * Somebody's taste from what the index tells of titles, kept until they review, dismiss or change a list. The version is
 * read first: what is written meanwhile is at most learned twice, never missed.
 */
export async function findLearned(index: TitleIndex<TitleFacts>, userId: string): Promise<Learned> {
  const version = await versionOf(userId);
  const known = kept.get(userId);
  if (known?.version === version && known.learned.index === index) return known.learned;
  const learned = learnFrom(index, await readHistory(userId));
  kept.set(userId, { version, learned });
  return learned;
}

/** Other as soon as anything is that a history is read from: each write of a review or dismissal raises the user's rev. */
async function versionOf(userId: string): Promise<string> {
  const [revs, listed] = await Promise.all([userRevs([userId]), findListedVersion(userId)]);
  return `${revs.get(userId)} ${listed}`;
}
