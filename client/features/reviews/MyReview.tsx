import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { shownItems } from '../../../common/replica/replica.pending.ts';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { Review } from '../../../common/schemas/review.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { StarRating } from '../../components/controls/StarRating.tsx';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { useFocusInside } from '../../components/focus/useKeptFocus.ts';
import { TextButton } from '../../components/TextButton.tsx';
import { useFolderLists } from '../folders/state/useFolderLists.ts';
import { DeleteReview } from './DeleteReview.tsx';
import classes from './MyReview.module.css';
import { ReviewForm } from './ReviewForm.tsx';
import { useBackfill } from './useBackfill.ts';
import { useMyReview } from './useMyReview.ts';
import { useReviewWriting } from './useReviewWriting.ts';

interface MyReviewProps {
  title: Pick<TitleFacts, 'mediaType' | 'tmdbId'> & Partial<TitleFacts>;
}

/** The viewer's review of a title, or the stars to write it. */
export function MyReview({ title }: MyReviewProps) {
  const { review, isKnown, hasFailed, retry } = useMyReview(title);
  const [isEditing, setEditing] = useState(false);
  const steps = useFocusInside<HTMLDivElement>();

  if (!isKnown && hasFailed) {
    return (
      <div className={classes.card}>
        <p className="hint">Couldn’t load your review.</p>
        <Button variant="default" onClick={retry}>
          Try again
        </Button>
      </div>
    );
  }
  if (review === undefined) return <Skeleton height={86} radius={14} />;
  return (
    <div className={classes.card} {...steps}>
      {review && !isEditing ? (
        <Written title={title} review={review} onEdit={() => setEditing(true)} />
      ) : (
        <ReviewForm
          key={review?.id ?? 'new'}
          kind="inline"
          title={title}
          review={review}
          onDone={() => setEditing(false)}
          onCancel={review ? () => setEditing(false) : undefined}
        />
      )}
    </div>
  );
}

function Written({ title, review, onEdit }: MyReviewProps & { review: Review; onEdit: () => void }) {
  const { isBusy, remove } = useReviewWriting(title);
  return (
    <>
      <div className={classes.head}>
        <StarRating value={review.rating} size={22} />
        <span className="hint">{dateText(review)}</span>
      </div>
      {review.comment && (
        <p className={classes.comment} dir="auto">
          {review.comment}
        </p>
      )}
      <NotInReviewed review={review} />
      <div className={classes.actions}>
        <Button variant="default" leftSection={<IconPencil />} aria-label="Edit review" onClick={onEdit}>
          Edit
        </Button>
        <DeleteReview isBusy={isBusy} onDelete={() => remove(review)} />
      </div>
    </>
  );
}

/** A reviewed title that was removed from Reviewed can be restored. */
function NotInReviewed({ review }: { review: Review }) {
  const { reviewed } = useFolderLists();
  const { isBusy, backfill } = useBackfill();
  const isMissing = reviewed?.items && !shownItems(reviewed).some((item) => titleKey(item) === titleKey(review));
  if (!isMissing) return null;
  return (
    <p className="hint">
      This title is not in your Reviewed list.{' '}
      <TextButton disabled={isBusy} onClick={backfill}>
        Add previous reviews
      </TextButton>
    </p>
  );
}

function dateText({ createdAt, updatedAt }: Review): string {
  const day = (date: string) =>
    new Date(date).toLocaleDateString(undefined, { day: 'numeric', month: 'long', year: 'numeric' });
  return day(createdAt) === day(updatedAt) ? day(createdAt) : `${day(createdAt)}, edited ${day(updatedAt)}`;
}
