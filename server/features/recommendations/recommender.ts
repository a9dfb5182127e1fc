import pLimit from 'p-limit';
import { titleKey } from '../../../common/item.ts';
import type {
  GroupRecommendations,
  RatingGuess,
  Recommendation,
  RecommendationSettings,
  Recommendations,
} from '../../../common/recommendation.ts';
import type { MediaType } from '../../../common/title.ts';
import type { PublicUser } from '../../../common/user.ts';
import type { Actor } from '../../platform/actor.ts';
import { inOperation } from '../../platform/operations.ts';
import { loadFolderFor } from '../folders/access.ts';
import { itemFactsOf } from '../folders/itemFacts.ts';
import { findAddedBy, findMemberIds, findTitlesIn } from '../folders/listed.service.ts';
import type { TitleFacts, TitleSource } from '../titles/title.source.ts';
import { hasModelConsent, publicUsersById, storeModelConsent } from '../users/user.service.ts';
import { CANDIDATES_SENT, type ModelConfig, type Question } from './ai.ts';
import { tellChanged } from './dismissal.service.ts';
import { genresOfTitle } from './features.ts';
import type { History } from './history.ts';
import { findLearned, type Learned, learnFrom } from './learned.ts';
import { namesIn } from './mentions.ts';
import { findModelOrder, forgetRankings } from './modelRanking.ts';
import { groupScores, guessStars, leastUsed, type Pick, pickFor, placesByScore, vary } from './picks.ts';
import { mayBeReason, publicReasons, reasonFromLists, reasonsFor } from './reasons.ts';
import type { Taste } from './taste.ts';
import { createTitleIndex, keyOf, type TitleIndex } from './titleIndex.ts';

/** Where recommendations come from: the titles, and a language model where there is one. */
export interface Recommender {
  source: TitleSource;
  ai: ModelConfig | null;
}

const LOOKED_UP = 30;
const LOOK_UPS_AT_ONCE = 10;
/** What a remote source that is slow may cost for all that is looked up; what comes later is there the next time. */
const LOOK_UP_MS = 1200;
/** Of that for what was reviewed: what is picked has its turn too. */
const REVIEWED_MS = 700;

const indexes = new WeakMap<readonly TitleFacts[], TitleIndex<TitleFacts>>();

async function indexOf(source: TitleSource): Promise<TitleIndex<TitleFacts>> {
  const candidates = await source.candidates();
  const known = indexes.get(candidates);
  if (known) return known;
  const index = createTitleIndex(candidates);
  indexes.set(candidates, index);
  return index;
}

/** Lists of a remote source tell neither people nor keywords: for a few titles that matter they are looked up. */
const isBare = (title: TitleFacts) => title.cast.length + title.makers.length + title.keywords.length === 0;

/** Facts of titles, as many as a source gives until then; the rest goes on into its cache. */
async function lookUp(
  source: TitleSource,
  keys: readonly string[],
  until: number,
): Promise<{ found: Map<string, TitleFacts>; isAway: boolean }> {
  const gate = pLimit(LOOK_UPS_AT_ONCE);
  const found = new Map<string, TitleFacts>();
  let answers = 0;
  const all = Promise.allSettled(
    keys.map((key) =>
      gate(async () => {
        const [mediaType, id] = key.split(':');
        const facts = await source.findTitle(mediaType as MediaType, Number(id));
        answers += 1;
        if (facts) found.set(key, facts);
      }),
    ),
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, until - Date.now()));
  });
  await Promise.race([all, late]);
  clearTimeout(timer);
  return { found: new Map(found), isAway: answers === 0 && keys.length > 0 };
}

async function learn({ source }: Recommender, userId: string, wanted?: string): Promise<Learned> {
  const index = await indexOf(source);
  const learned = await findLearned(index, userId);
  return source.name === 'catalogue' ? learned : learnMore(source, learned, wanted);
}

/** The same with what a remote source tells of the titles that matter most: those reviewed, wanted or about to be picked. */
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

  const since = Date.now();
  const { found: seen, isAway } = await lookUp(source, bare.slice(0, LOOKED_UP), since + REVIEWED_MS);
  // Not one answer: whoever asks more of this source now only waits longer.
  if (isAway) return learned;
  const { taste } = learnFrom(index, history, seen);
  const best = pickFor(taste, { excluded: history.excluded, count: LOOKED_UP });
  const { found: facts } = await lookUp(
    source,
    [...best.map(({ title }) => keyOf(title)), ...(wanted ? [wanted] : [])],
    since + LOOK_UP_MS,
  );
  const fuller = createTitleIndex(index.titles.map((title) => facts.get(keyOf(title)) ?? title));
  return learnFrom(fuller, history, new Map([...seen, ...facts]));
}

/** What somebody might like: nothing that is in a list of theirs, reviewed or not wanted; each with a true reason. */
export async function recommend(
  recommender: Recommender,
  userId: string,
  { mediaType, limit }: { mediaType?: MediaType | undefined; limit: number },
): Promise<Recommendations> {
  const { taste, history } = await learn(recommender, userId);
  const { ai } = recommender;
  const isAsked = ai !== null && (await hasModelConsent(userId));
  const count = isAsked ? Math.max(limit, CANDIDATES_SENT) : limit;
  const picks = pickFor(taste, { excluded: history.excluded, mediaType, count });
  const local = picks.map(({ title, reason }): Recommendation => ({ ...itemFactsOf(title), reason }));
  const order = isAsked ? await findModelOrder(ai, userId, questionOf(taste, picks)) : null;
  if (!order) return { rankedBy: 'local', results: local.slice(0, limit) };

  const byKey = new Map(local.map((one) => [titleKey(one), one]));
  const mayBeSaid = (text: string) => [...namesIn(text, taste.index)].every((feature) => mayBeReason(taste, feature));
  const ranked = order.flatMap(({ key, reason }): Recommendation[] => {
    const one = byKey.get(key);
    byKey.delete(key);
    return one ? [{ ...one, reason: reason && mayBeSaid(reason) ? { kind: 'model', text: reason } : one.reason }] : [];
  });
  return { rankedBy: 'model', results: [...ranked, ...byKey.values()].slice(0, limit) };
}

const yearOf = ({ releaseDate }: { releaseDate: string }) => releaseDate.slice(0, 4);

function questionOf(taste: Taste, picks: readonly Pick<TitleFacts>[]): Question {
  const { featureOf } = taste.index;
  return {
    reviews: taste.signals.flatMap(({ signal }) =>
      signal.kind === 'review'
        ? [
            {
              title: signal.title.title,
              year: yearOf(signal.title),
              stars: signal.rating,
              ...(signal.comment ? { comment: signal.comment } : {}),
            },
          ]
        : [],
    ),
    candidates: picks.map(({ title, reason }) => ({
      id: keyOf(title),
      title: title.title,
      year: yearOf(title),
      // What the person's words do not praise is no reason, so the model is not told that the title has it.
      genres: genresOfTitle(title).filter((genre) => mayBeReason(taste, featureOf.get(`genre:${genre}`))),
      people: [...title.makers, ...title.cast.slice(0, 4)]
        .filter(({ id }) => mayBeReason(taste, featureOf.get(`person:${id}`)))
        .map(({ name }) => name),
      fact: reason.text,
    })),
  };
}

/** Between how many stars somebody might rate a title; null when they have, or when too little is known. */
export async function guessRating(
  recommender: Recommender,
  userId: string,
  title: { mediaType: MediaType; tmdbId: number },
): Promise<RatingGuess> {
  const { taste, history, index } = await learn(recommender, userId, titleKey(title));
  if (history.reviews.some((review) => titleKey(review) === titleKey(title))) return null;
  const place = index.placeOf.get(titleKey(title));
  const key = titleKey(title);
  const facts =
    (place === undefined ? null : index.titles[place]) ??
    (await lookUp(recommender.source, [key], Date.now() + REVIEWED_MS)).found.get(key);
  return facts ? guessStars(taste, facts) : null;
}

/**
 * Titles that fit everybody who shares a list. The order comes from everybody's whole taste, reviews included, and nothing
 * of that can be read off it but the order. Words about others rest on what the reader may see anyway: their own lists,
 * which are public, and what they added to this one. No score is told, and nobody's reviews are named to another.
 */
export async function recommendForGroup(
  recommender: Recommender,
  userId: string,
  folderId: string,
  limit: number,
): Promise<GroupRecommendations> {
  const { folder } = await loadFolderFor(userId, folderId, 'folder:view');
  const [index, memberIds, inFolder] = await Promise.all([
    indexOf(recommender.source),
    findMemberIds(folder),
    findTitlesIn(folderId),
  ]);
  // Whoever asks comes first, the others in the order of their joining.
  const ids = [userId, ...memberIds.filter((id) => id !== userId)];
  const learned = await Promise.all(ids.map((id) => findLearned(index, id)));
  const histories = learned.map(({ history }) => history);
  const tastes = learned.map(({ taste }) => taste);
  const excluded = new Set(inFolder.map(titleKey));
  for (const key of histories[0]?.excluded ?? []) excluded.add(key);
  // What others have seen fits them no more than what is not wanted; that it is missing tells nobody why.
  for (const { reviews } of histories) for (const review of reviews) excluded.add(titleKey(review));

  const scores = groupScores(tastes, index);
  const [people, visible] = await Promise.all([
    publicUsersById(ids),
    Promise.all(ids.map((id, at) => visibleTitles(index, folderId, id, histories[at]))),
  ]);
  const own = tastes[0];
  const uses = new Map<string, number>();
  const reasonsAt = (place: number) => {
    const title = index.titles[place];
    if (!title || !own) return [];
    return ids.flatMap((id, at): { user: PublicUser; text: string }[] => {
      const user = people(id);
      const reason =
        at === 0
          ? leastUsed(reasonsFor(own, place), uses)
          : (reasonFromLists(visible[at] ?? [], title, nameOf(user)) ?? publicReasons(index, place)[0]);
      return reason ? [{ user, text: reason.text }] : [];
    });
  };
  const isForAll = (place: number) => reasonsAt(place).length === ids.length;
  const places = vary(index, placesByScore(index, scores, { excluded }), scores, limit, isForAll);
  return {
    results: places.flatMap((place) => {
      const title = index.titles[place];
      if (!title) return [];
      const reasons = reasonsAt(place);
      for (const { text } of reasons) uses.set(text, (uses.get(text) ?? 0) + 1);
      return [{ ...itemFactsOf(title), reasons }];
    }),
  };
}

/** What everyone who shares the list may know that a member likes: what they added to their own lists and to this one. */
async function visibleTitles(
  index: TitleIndex<TitleFacts>,
  folderId: string,
  memberId: string,
  history: History | undefined,
): Promise<TitleFacts[]> {
  const listed = history?.listed.filter(({ isPublic, isAddedByThem }) => isPublic && isAddedByThem) ?? [];
  const keys = new Set([...listed, ...(await findAddedBy(folderId, memberId))].map(titleKey));
  return [...keys].flatMap((key) => {
    const place = index.placeOf.get(key);
    const title = place === undefined ? undefined : index.titles[place];
    return title ? [title] : [];
  });
}

const nameOf = ({ firstName, username }: PublicUser) => firstName ?? username ?? 'Somebody';

export async function getSettings(userId: string): Promise<RecommendationSettings> {
  return { useModel: await hasModelConsent(userId) };
}

/** Agrees to a language model, or takes it back: then what it made is forgotten. */
export async function setSettings(actor: Actor, useModel: boolean): Promise<RecommendationSettings> {
  return inOperation(actor, async () => {
    await storeModelConsent(actor.userId, useModel);
    if (!useModel) await forgetRankings(actor.userId);
    await tellChanged(actor.userId);
    return { useModel };
  });
}
