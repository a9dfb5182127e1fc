import { Button } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { Review } from '../../../common/schemas/review.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { StarRating, starsText } from '../../components/controls/StarRating.tsx';
import { useAskBeforeLeaving, useDraft } from '../../lib/drafts.ts';
import { DeleteReview } from './DeleteReview.tsx';
import classes from './ReviewForm.module.css';
import { useReviewWriting } from './useReviewWriting.ts';

/** The two forms: the dialog starts with five stars and limits the comment, the inline form does neither. */
const kinds = {
  dialog: { firstRating: 5, commentMax: 500, starSize: 36 },
  inline: { firstRating: 0, commentMax: undefined, starSize: 30 },
} as const;

interface ReviewFormProps {
  kind: keyof typeof kinds;
  title: Pick<TitleFacts, 'mediaType' | 'tmdbId'> & Partial<TitleFacts>;
  /** Null while the title has no review. */
  review: Review | null;
  /** Called after saving or deleting. */
  onDone?: () => void;
  onCancel?: () => void;
}

/**
 * The review form of a title: creates, edits and, in the dialog, deletes. The inline form of a new review is a row of stars,
 * and the rest unfolds when the row is touched.
 */
export function ReviewForm({ kind, title, review, onDone, onCancel }: ReviewFormProps) {
  const { firstRating, commentMax, starSize } = kinds[kind];
  const [rating, setRating] = useState(review?.rating ?? firstRating);
  const draft = useDraft(`review ${titleKey(title)}`, review?.comment ?? '');
  const comment = draft.text;
  const [isUnfolded, setUnfolded] = useState(kind === 'dialog' || review !== null || draft.isChanged);
  useAskBeforeLeaving(draft.isChanged);
  const { isBusy, ratingProblem, clearProblem, save, remove } = useReviewWriting(title);
  // A comment from the inline form may exceed the dialog's limit.
  const isTooLong = commentMax !== undefined && comment.length > commentMax;

  const leave = (then: (() => void) | undefined) => {
    draft.drop();
    then?.();
  };
  const handleRating = (stars: number) => {
    setRating(stars);
    setUnfolded(true);
    clearProblem();
  };
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isTooLong) return;
    if (await save({ rating, comment }, review === null)) leave(onDone);
  };
  const handleDelete = async () => {
    if (review && (await remove(review))) leave(onDone);
  };

  return (
    <form
      className={classes.form}
      data-kind={kind}
      onSubmit={handleSubmit}
      onFocus={() => setUnfolded(true)}
      noValidate
    >
      <div className={classes.rating} data-alone={!isUnfolded || undefined}>
        <StarRating
          value={rating}
          onChange={handleRating}
          size={starSize}
          isDisabled={isBusy}
          isAutoFocused={kind === 'dialog'}
        />
        <span className={classes.stars} data-none={rating === 0 || undefined}>
          {starsText(rating)}
        </span>
        {ratingProblem && <span className={classes.problem}>{ratingProblem}</span>}
      </div>
      {isUnfolded && (
        <>
          <CommentField kind={kind} comment={comment} isTooLong={isTooLong} onChange={draft.change} />
          <div className={classes.foot}>
            {kind === 'dialog' && review && <DeleteReview isBusy={isBusy} onDelete={handleDelete} />}
            <Buttons
              isNew={review === null}
              isBusy={isBusy}
              isTooLong={isTooLong}
              onCancel={onCancel && (() => leave(onCancel))}
            />
          </div>
        </>
      )}
    </form>
  );
}

interface ButtonsProps {
  isNew: boolean;
  isBusy: boolean;
  isTooLong: boolean;
  onCancel: (() => void) | undefined;
}

function Buttons({ isNew, isBusy, isTooLong, onCancel }: ButtonsProps) {
  return (
    <div className={classes.buttons}>
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      )}
      <Button type="submit" loading={isBusy} disabled={isTooLong}>
        {isNew ? 'Save Review' : 'Update Review'}
      </Button>
    </div>
  );
}

interface CommentFieldProps {
  kind: keyof typeof kinds;
  comment: string;
  isTooLong: boolean;
  onChange: (comment: string) => void;
}

/** The comment, with the number of characters if they are limited. */
function CommentField({ kind, comment, isTooLong, onChange }: CommentFieldProps) {
  const { commentMax } = kinds[kind];
  const id = useId();
  return (
    <>
      <label className={classes.label} htmlFor={id}>
        Comment
      </label>
      <textarea
        dir="auto"
        id={id}
        className={classes.comment}
        value={comment}
        rows={kind === 'dialog' ? 5 : 2}
        maxLength={commentMax}
        placeholder="What did you think? (optional)"
        aria-invalid={isTooLong || undefined}
        aria-describedby={commentMax ? `${id}-count` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {commentMax !== undefined && (
        <p id={`${id}-count`} className={classes.count} data-over={isTooLong || undefined}>
          {comment.length}/{commentMax} characters
        </p>
      )}
    </>
  );
}
