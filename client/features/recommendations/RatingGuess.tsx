import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { MediaType } from '../../../common/schemas/title.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { useReviews } from '../reviews/review.store.ts';
import classes from './RatingGuess.module.css';
import { guessQuery } from './recommendation.queries.ts';

interface RatingGuessProps {
  mediaType: MediaType;
  tmdbId: number;
}

/** The predicted rating, if there is enough data, until the user has reviewed the title. */
export function RatingGuess({ mediaType, tmdbId }: RatingGuessProps) {
  const { data: guess } = useQuery(guessQuery(mediaType, tmdbId));
  const isReviewed = useReviews((state) => !!state.reviews[titleKey({ mediaType, tmdbId })]);

  if (!guess || isReviewed) return null;
  return (
    <p className={classes.guess}>
      <IconSparkles size={18} stroke={1.75} aria-hidden="true" />
      We think you'd give it {guess.low}–{guess.high} stars
    </p>
  );
}
