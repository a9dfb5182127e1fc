import { IconSparkles } from '@tabler/icons-react';
import { useEffect } from 'react';
import { titleKey } from '../../../common/item.ts';
import type { MediaType } from '../../../common/title.ts';
import { useReviews } from '../reviews/review.store.ts';
import classes from './RatingGuess.module.css';
import { useRecommendations } from './recommendation.store.ts';

interface RatingGuessProps {
  mediaType: MediaType;
  tmdbId: number;
}

/** 'You might rate this 4 to 5', once enough is known, and until the user has said so themselves. */
export function RatingGuess({ mediaType, tmdbId }: RatingGuessProps) {
  const key = titleKey({ mediaType, tmdbId });
  const guess = useRecommendations((state) => state.guesses[key]);
  const edition = useRecommendations((state) => state.edition);
  const loadGuess = useRecommendations((state) => state.loadGuess);
  const isReviewed = useReviews((state) => !!state.reviews[key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new edition is the reason to guess again
  useEffect(() => {
    loadGuess({ mediaType, tmdbId });
  }, [loadGuess, mediaType, tmdbId, edition]);

  if (!guess || isReviewed) return null;
  return (
    <p className={classes.guess}>
      <IconSparkles size={18} stroke={1.75} aria-hidden="true" />
      You might rate this {guess.low} to {guess.high}
    </p>
  );
}
