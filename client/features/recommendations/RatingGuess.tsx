import { IconSparkles } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { MediaType } from '../../../common/schemas/title.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { useReviews } from '../reviews/review.store.ts';
import classes from './RatingGuess.module.css';
import { useRecommendations } from './recommendation.store.ts';

interface RatingGuessProps {
  mediaType: MediaType;
  tmdbId: number;
}

/** The predicted rating, if there is enough data, until the user has reviewed the title. */
export function RatingGuess({ mediaType, tmdbId }: RatingGuessProps) {
  const key = titleKey({ mediaType, tmdbId });
  const guess = useRecommendations((state) => state.guesses[key]);
  const edition = useRecommendations((state) => state.edition);
  const loadGuess = useRecommendations((state) => state.loadGuess);
  const isReviewed = useReviews((state) => !!state.reviews[key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reload when the edition changes
  useEffect(() => {
    loadGuess({ mediaType, tmdbId });
  }, [loadGuess, mediaType, tmdbId, edition]);

  if (!guess || isReviewed) return null;
  return (
    <p className={classes.guess}>
      <IconSparkles size={18} stroke={1.75} aria-hidden="true" />
      We think you'd give it {guess.low}–{guess.high} stars
    </p>
  );
}
