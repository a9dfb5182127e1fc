import { Button } from '@mantine/core';
import { forgetFiles, type Upload } from './moving.store.ts';
import classes from './preview/Preview.module.css';
import { Bar } from './WorkBar.tsx';

/** How far reading or sending is, and the button that ends it. */
export function UploadProgress({ read, upload }: { read: number | null; upload: Upload | null }) {
  return (
    <section className={classes.card} aria-label="Progress">
      {upload ? (
        <Bar
          text={upload.isWaiting ? 'Waiting for an answer…' : 'Sending what was read…'}
          done={upload.sent}
          of={upload.total}
          isRunning={!upload.isWaiting}
        />
      ) : (
        <Bar text="Reading your files…" done={read ?? 0} of={1} isPercent />
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={forgetFiles}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
