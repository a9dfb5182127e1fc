import { IconRefresh, IconStarFilled } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Recommendation } from '../../../common/schemas/recommendation.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { useBox } from '../../components/posters/grid/useBox.ts';
import { PosterToggle } from '../../components/posters/PosterToggle.tsx';
import { toastError } from '../../components/toast/toast.ts';
import { useReviews } from '../reviews/review.store.ts';
import classes from './FirstPicks.module.css';
import { LIKES_WANTED } from './firstPicks.ts';

/** The stars that the review form starts with, too. */
const LIKE_STARS = 5;

/** Below this width there are two rows of small posters; from it on one row, with posters as in 'For you'. */
const ONE_ROW_FROM = 616;
/** The largest width of a poster, so that the choice is not higher than the row that follows. */
const LARGEST = { small: 85, usual: 148 };

export interface FirstPicksProps {
  titles: readonly Recommendation[];
  /** How many titles the viewer likes already. */
  likes: number;
}

/** Titles from which a new user picks the first ones they like. As high as the row of recommendations that follows. */
export function FirstPicks({ titles, likes }: FirstPicksProps): ReactNode {
  const grid = useRef<HTMLUListElement>(null);
  const { width, gap } = useBox(grid);
  const [start, setStart] = useState(0);
  const isSmall = width < ONE_ROW_FROM;
  const columns = Math.ceil((width + gap) / ((isSmall ? LARGEST.small : LARGEST.usual) + gap));
  const count = Math.min(titles.length, isSmall ? 2 * columns : columns);
  const shown = Array.from({ length: count }, (_, at) => titles[(start + at) % titles.length]);

  return (
    <section className={classes.room} aria-label="Pick three titles you like">
      <div className={classes.head}>
        <h2>Pick three titles you like</h2>
        {titles.length > count && (
          <button type="button" className={classes.others} onClick={() => setStart((start + count) % titles.length)}>
            <IconRefresh size={18} stroke={1.75} />
            <span className={classes.words}>Show others</span>
          </button>
        )}
      </div>
      <ul ref={grid} className={classes.grid} style={{ '--columns': columns }}>
        {width > 0 &&
          shown.map(
            (title) =>
              title && (
                <li key={titleKey(title)}>
                  <LikeButton title={title} width={(width - (columns - 1) * gap) / columns} />
                </li>
              ),
          )}
      </ul>
      <div className={classes.foot}>
        <p className={classes.progress} role="status">
          {likes} of {LIKES_WANTED}
        </p>
        <p className={classes.hint}>Each gets {LIKE_STARS} stars. Press again to undo.</p>
      </div>
    </section>
  );
}

function LikeButton({ title, width }: { title: Recommendation; width: number }) {
  const { reason, ...facts } = title;
  const review = useReviews((state) => state.reviews[titleKey(title)]);
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isLiked = wanted ?? !!review;

  const handleClick = async () => {
    if (wanted !== null) return;
    setWanted(!review);
    const { saveReview, deleteReview } = useReviews.getState();
    try {
      await (review ? deleteReview(review) : saveReview(facts, { rating: LIKE_STARS, comment: '' }));
    } catch (error) {
      toastError(error, review ? 'Failed to delete review' : 'Failed to save review');
    } finally {
      setWanted(null);
    }
  };

  return (
    <PosterToggle
      title={title}
      label={`I like ${title.title} (${title.releaseDate?.slice(0, 4) || 'Unknown'})`}
      isOn={isLiked}
      onToggle={handleClick}
      width={width}
      mark={<IconStarFilled size={18} />}
    />
  );
}
