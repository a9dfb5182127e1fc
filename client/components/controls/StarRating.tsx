import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useId, useState } from 'react';
import classes from './StarRating.module.css';

const STARS = [1, 2, 3, 4, 5] as const;

interface StarRatingProps {
  /** 0 while nothing is chosen. */
  value: number;
  /** Without it the stars only show. */
  onChange?: (value: number) => void;
  size?: number;
  isDisabled?: boolean;
  /** A dialog's focus starts on the chosen star, where the arrows change it. */
  isAutoFocused?: boolean;
}

/** One to five stars: a group of radio buttons with their arrow keys, or, read-only, a picture with a name. */
export function StarRating(props: StarRatingProps) {
  const { value, onChange, size = 28, isDisabled, isAutoFocused } = props;
  const name = useId();
  const [pointed, setPointed] = useState(0);

  if (!onChange) {
    return (
      <span className={classes.stars} role="img" aria-label={starsText(value)}>
        {STARS.map((star) => (
          <Star key={star} isFull={star <= value} size={size} />
        ))}
      </span>
    );
  }
  const shown = pointed || value;
  return (
    <div
      className={classes.stars}
      role="radiogroup"
      aria-label="Rating"
      data-choosable
      onPointerLeave={() => setPointed(0)}
    >
      {STARS.map((star) => (
        <label
          key={star}
          className={classes.choice}
          onPointerEnter={(event) => setPointed(event.pointerType === 'touch' || isDisabled ? 0 : star)}
        >
          <input
            type="radio"
            className={classes.input}
            name={name}
            value={star}
            checked={value === star}
            disabled={isDisabled}
            data-autofocus={(isAutoFocused && value === star) || undefined}
            aria-label={star === 1 ? '1 star' : `${star} stars`}
            onChange={() => onChange(star)}
          />
          <Star isFull={star <= shown} size={size} />
        </label>
      ))}
    </div>
  );
}

/** '4 out of 5 stars', or that nothing is chosen. */
export function starsText(value: number): string {
  return value > 0 ? `${value} out of 5 stars` : 'Not rated yet';
}

function Star({ isFull, size }: { isFull: boolean; size: number }) {
  return (
    <span className={classes.star} aria-hidden="true">
      {isFull ? <IconStarFilled className="star-full" size={size} /> : <IconStar size={size} stroke={1.5} />}
    </span>
  );
}
