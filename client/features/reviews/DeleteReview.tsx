import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './DeleteReview.module.css';

interface DeleteReviewProps {
  isBusy: boolean;
  onDelete: () => void;
}

/** Asks before deleting, because a review cannot be restored. */
export function DeleteReview({ isBusy, onDelete }: DeleteReviewProps) {
  const [isAsking, setAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);

  // The pressed button is gone, so focus the next one.
  useEffect(() => {
    if (isAsking) keep.current?.focus();
    else if (wasAsking.current) first.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);

  if (!isAsking) {
    return (
      <Button
        ref={first}
        variant="subtle"
        className={classes.delete}
        leftSection={<IconTrash />}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a question with two buttons needs no fieldset
    <div role="group" aria-label="Delete this review?" className={classes.question}>
      <span>Delete this review?</span>
      <Button className={classes.sure} loading={isBusy} onClick={onDelete}>
        Delete
      </Button>
      <Button ref={keep} variant="default" onClick={() => setAsking(false)}>
        Keep
      </Button>
    </div>
  );
}
