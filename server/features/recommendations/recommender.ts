import type {
  GuessedStars,
  Recommendation,
  RecommendationSettings,
  Recommendations,
} from '../../../common/schemas/recommendation.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { type Actor, inOperation } from '../../platform/requests/operations.ts';
import { findPresent } from '../folders/items/listed.service.ts';
import { itemFactsOf } from '../folders/model/itemFacts.ts';
import { findCommentsOf } from '../reviews/review.service.ts';
import type { SourceFacts, TitleSource } from '../titles/title.source.ts';
import { hasModelConsent, storeModelConsent } from '../users/user.service.ts';
import { CANDIDATES_SENT, type ModelConfig, type Question, REVIEWS_SENT } from './ai/ai.ts';
import { findModelOrder, forgetRankings } from './ai/modelRanking.ts';
import { notifyChanged } from './dismissal.service.ts';
import type { History } from './history.ts';
import { type Learned, learn, lookUp, REVIEWED_MS } from './lookUp.ts';
import { genresOfTitle } from './model/features.ts';
import type { Taste } from './model/taste.ts';
import { keyOf } from './model/titleIndex.ts';
import { type Pick, pickFor, predictStars } from './picks.ts';

/** What recommendations are made from: a source of titles, and a language model if one is configured. */
export interface Recommender {
  source: TitleSource;
  ai: ModelConfig | null;
}
/** The factor of extra picks for lists that were not read completely. */
const SPARE = 2;

/** Titles that a user might like, each with a true reason. Listed, reviewed and dismissed titles are excluded. */
export async function recommend(
  recommender: Recommender,
  userId: string,
  { mediaType, limit }: { mediaType?: MediaType | undefined; limit: number },
): Promise<Recommendations> {
  const { taste, history } = await learn(recommender.source, userId);
  const { ai } = recommender;
  const isAsked = ai !== null && (await hasModelConsent(userId));
  const count = isAsked ? Math.max(limit, CANDIDATES_SENT) : limit;
  const picks = await pickUnlisted(taste, history, { mediaType, count });
  const local = picks.map(({ title, reason }): Recommendation => ({ ...itemFactsOf(title), reason }));
  const order = isAsked ? await findModelOrder(ai, userId, await questionOf(userId, taste, picks)) : null;
  if (!order) return { rankedBy: 'local', results: local.slice(0, limit) };

  const byKey = new Map(local.map((one) => [titleKey(one), one]));
  const ranked = order.flatMap(({ key, reason }): Recommendation[] => {
    const one = byKey.get(key);
    byKey.delete(key);
    return one ? [{ ...one, reason: reason ? { kind: 'model', text: reason } : one.reason }] : [];
  });
  return { rankedBy: 'model', results: [...ranked, ...byKey.values()].slice(0, limit) };
}

/** The best titles that are in none of the user's lists. In lists that were not read completely, the picks are looked up. */
async function pickUnlisted(
  taste: Learned['taste'],
  { excluded, unread }: History,
  { mediaType, count }: { mediaType: MediaType | undefined; count: number },
): Promise<Pick<SourceFacts>[]> {
  if (unread.length === 0) return pickFor(taste, { excluded, mediaType, count });
  const picks = pickFor(taste, { excluded, mediaType, count: count * SPARE });
  const listed = await findPresent(
    unread,
    picks.map(({ title }) => title),
  );
  return picks.filter(({ title }) => !listed.has(keyOf(title))).slice(0, count);
}

const yearOf = ({ releaseDate }: { releaseDate: string }) => releaseDate.slice(0, 4);

/** The question to the language model, which is the only reader of comments. */
async function questionOf(userId: string, taste: Taste, picks: readonly Pick<SourceFacts>[]): Promise<Question> {
  const comments = await findCommentsOf(userId, REVIEWS_SENT);
  return {
    reviews: taste.signals.flatMap(({ signal, key }) =>
      signal.kind === 'review'
        ? [{ title: signal.title.title, year: yearOf(signal.title), stars: signal.rating, comment: comments.get(key) }]
        : [],
    ),
    candidates: picks.map(({ title, reason }) => ({
      id: keyOf(title),
      title: title.title,
      year: yearOf(title),
      genres: genresOfTitle(title),
      people: [...title.makers, ...title.cast.slice(0, 4)].map(({ name }) => name),
      fact: reason.text,
    })),
  };
}

/** The range of stars a user might give a title; null if it is reviewed already or too little is known. */
export async function guessRating(
  recommender: Recommender,
  userId: string,
  title: { mediaType: MediaType; tmdbId: number },
): Promise<GuessedStars> {
  const { taste, history, index } = await learn(recommender.source, userId, titleKey(title));
  if (history.reviews.some((review) => titleKey(review) === titleKey(title))) return null;
  const place = index.placeOf.get(titleKey(title));
  const key = titleKey(title);
  const facts =
    (place === undefined ? null : index.titles[place]) ??
    (await lookUp(recommender.source, [key], performance.now() + REVIEWED_MS)).found.get(key);
  return facts ? predictStars(taste, facts) : null;
}

export async function getSettings(userId: string): Promise<RecommendationSettings> {
  return { useModel: await hasModelConsent(userId) };
}

/** Stores whether the user consents to the language model. Without consent its rankings are deleted. */
export async function setSettings(actor: Actor, useModel: boolean): Promise<RecommendationSettings> {
  return inOperation(actor, async () => {
    await storeModelConsent(actor.userId, useModel);
    if (!useModel) await forgetRankings(actor.userId);
    await notifyChanged(actor.userId);
    return { useModel };
  });
}
