import { Button } from '@mantine/core';
import classes from './RowFailed.module.css';

/** A row of posters could not be read: says so, and tries again. */
export function RowFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className={classes.failed}>
      <p>{text}</p>
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
