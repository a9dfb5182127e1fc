import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { MediaType } from '../../../common/schemas/title.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { findSeenLists, versionOfLists } from '../folders/items/listed.service.ts';
import type { SourceFacts, TitleSource } from '../titles/title.source.ts';
import { userRevs } from '../users/user.service.ts';
import { createFactsLookup, type History, type Reach, readHistory, signalsOf, WHOLE_REACH } from './history.ts';
import { learnTaste, type Taste } from './model/taste.ts';
import { createTitleIndex, keyOf, type TitleIndex } from './model/titleIndex.ts';
import { pickFor } from './picks.ts';

const MAX_LOOK_UPS = 30;
const CONCURRENT_LOOK_UPS = 10;
/** The time limit for all look-ups in a slow remote source. Later answers are in its cache for the next request. */
const LOOK_UP_MS = 1200;
/** The part of LOOK_UP_MS for reviewed titles, so that time is left for picks. */
export const REVIEWED_MS = 700;

const indexes = new WeakMap<readonly SourceFacts[], TitleIndex<SourceFacts>>();

export async function indexOf(source: TitleSource): Promise<TitleIndex<SourceFacts>> {
  const candidates = await source.candidates();
  const known = indexes.get(candidates);
  if (known) return known;
  const index = createTitleIndex(candidates);
  indexes.set(candidates, index);
  return index;
}

/** Lists of a remote source have neither people nor keywords. They are looked up for the most important titles. */
const isBare = (title: SourceFacts) => title.cast.length + title.makers.length + title.keywords.length === 0;

/** Looks up facts of titles until the deadline `until`. `isUnavailable` is true if the source gave no answer at all. */
export async function lookUp(
  source: TitleSource,
  keys: readonly string[],
  until: number,
): Promise<{ found: Map<string, SourceFacts>; isUnavailable: boolean }> {
  const limit = pLimit(CONCURRENT_LOOK_UPS);
  const found = new Map<string, SourceFacts>();
  let answers = 0;
  const all = Promise.allSettled(
    keys.map((key) =>
      limit(async () => {
        const [mediaType, id] = key.split(':');
        const facts = await source.findTitle(mediaType as MediaType, Number(id));
        answers += 1;
        if (facts) found.set(key, facts);
      }),
    ),
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, until - performance.now()));
  });
  await Promise.race([all, timeout]);
  clearTimeout(timer);
  return { found: new Map(found), isUnavailable: answers === 0 && keys.length > 0 };
}

/** A user's taste. `wanted` is the key of a title whose facts are needed too. */
export async function learn(source: TitleSource, userId: string, wanted?: string): Promise<Learned> {
  const index = await indexOf(source);
  const learned = await findLearned(index, userId);
  return source.name === 'catalogue' ? learned : learnMore(source, learned, wanted);
}

/** Learns again with looked-up facts of the reviewed titles, the wanted title and the best picks. */
async function learnMore(source: TitleSource, learned: Learned, wanted?: string): Promise<Learned> {
  const { index, history } = learned;
  const keys = new Set(history.reviews.map(titleKey));
  if (wanted) keys.add(wanted);
  const bare = [...keys].filter((key) => {
    const place = index.placeOf.get(key);
    const title = place === undefined ? undefined : index.titles[place];
    return !title || isBare(title);
  });
  if (bare.length === 0) return learned;

  const since = performance.now();
  const { found: reviewed, isUnavailable } = await lookUp(source, bare.slice(0, MAX_LOOK_UPS), since + REVIEWED_MS);
  // The source does not answer, so more look-ups would only cost time.
  if (isUnavailable) return learned;
  const { taste } = learnFrom(index, history, reviewed);
  const best = pickFor(taste, { excluded: history.excluded, count: MAX_LOOK_UPS });
  const { found: facts } = await lookUp(
    source,
    [...best.map(({ title }) => keyOf(title)), ...(wanted ? [wanted] : [])],
    since + LOOK_UP_MS,
  );
  const completed = createTitleIndex(index.titles.map((title) => facts.get(keyOf(title)) ?? title));
  return learnFrom(completed, history, new Map([...reviewed, ...facts]));
}

export interface Learned {
  index: TitleIndex<SourceFacts>;
  taste: Taste & { index: TitleIndex<SourceFacts> };
  history: History;
}

/** How many people's tastes are cached: about a megabyte each after a thousand reviews. */
const MAX_CACHED = 30;
const cache = new LRUCache<string, { version: string; learned: Learned }>({ max: MAX_CACHED });

function learnFrom(
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
