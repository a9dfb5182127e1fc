import { LRUCache } from 'lru-cache';
import { findSeenLists, versionOfLists } from '../folders/items/listed.service.ts';
import type { SourceFacts } from '../titles/title.source.ts';
import { userRevs } from '../users/user.service.ts';
import { createFactsLookup, type History, type Reach, readHistory, signalsOf, WHOLE_REACH } from './history.ts';
import { learnTaste, type Taste } from './model/taste.ts';
import type { TitleIndex } from './model/titleIndex.ts';

export interface Learned {
  index: TitleIndex<SourceFacts>;
  taste: Taste & { index: TitleIndex<SourceFacts> };
  history: History;
}

/** How many people's tastes are cached: about a megabyte each after a thousand reviews. */
const MAX_CACHED = 30;
const cache = new LRUCache<string, { version: string; learned: Learned }>({ max: MAX_CACHED });

export function learnFrom(
  index: TitleIndex<SourceFacts>,
  history: History,
  lookedUp?: ReadonlyMap<string, SourceFacts>,
): Learned {
  const taste = learnTaste(index, signalsOf(history, createFactsLookup(index, history, lookedUp)));
  return { index, history, taste: { ...taste, index } };
}

/**
 * A person's taste, based on the facts in the index. It is cached until they review, dismiss or change a list. The version
 * is read before the history: a write in between may be learned twice, but is never missed.
 */
export async function findLearned(
  index: TitleIndex<SourceFacts>,
  userId: string,
  reach: Reach = WHOLE_REACH,
): Promise<Learned> {
  const [revs, lists] = await Promise.all([userRevs([userId]), findSeenLists(userId, reach.lists)]);
  // Writing a review or dismissal increases the user's rev.
  const version = `${revs.get(userId)} ${versionOfLists(lists)}`;
  const key = `${userId} ${reach.titles}`;
  const known = cache.get(key);
  if (known?.version === version && known.learned.index === index) return known.learned;
  const learned = learnFrom(index, await readHistory(userId, lists, reach));
  cache.set(key, { version, learned });
  return learned;
}
