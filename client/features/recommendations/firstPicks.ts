import { useEffect } from 'react';
import type { Reason, Recommendation } from '../../../common/schemas/recommendation.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { createStore } from '../../lib/createStore.ts';
import { useReviews } from '../reviews/review.store.ts';

/** After this many likes, the recommendations are shown. */
export const LIKES_WANTED = 3;

/** Reasons that are true for everyone. If no pick has another one, nothing is known about the viewer's taste. */
const publicKinds: ReadonlySet<Reason['kind']> = new Set(['popular', 'acclaimed']);

interface FirstPicksState {
  /** The titles to choose from. They stay the same while the viewer chooses, although each like changes the picks. */
  offered: Partial<Record<MediaType, readonly Recommendation[]>>;
  /** The viewer has chosen enough titles. */
  isDone: boolean;
}

export const useFirstPicks = createStore<FirstPicksState>(() => ({ offered: {}, isDone: false }));

/** The titles that a new user can choose from, and how many of them they like. Undefined for everyone else. */
export function useOffered(mediaType: MediaType, picks: readonly Recommendation[] | undefined) {
  const { offered, isDone } = useFirstPicks();
  const likes = useReviews(({ reviews }) => countLiked(offered, reviews));
  const isNew = picks !== undefined && picks.length > 0 && picks.every(({ reason }) => publicKinds.has(reason.kind));
  const hasEnough = isDone || likes >= LIKES_WANTED;
  const titles = hasEnough ? undefined : (offered[mediaType] ?? (isNew ? picks : undefined));

  useEffect(() => {
    if (titles) useFirstPicks.setState((state) => ({ offered: { ...state.offered, [mediaType]: titles } }));
  }, [mediaType, titles]);

  useEffect(() => {
    if (likes >= LIKES_WANTED) useFirstPicks.setState({ offered: {}, isDone: true });
  }, [likes]);

  return titles && { titles, likes };
}

function countLiked(offered: FirstPicksState['offered'], reviews: Readonly<Record<string, unknown>>): number {
  return Object.values(offered)
    .flat()
    .filter((title) => reviews[titleKey(title)]).length;
}
