import { Button } from '@mantine/core';
import { useLive } from '../live/live.store.ts';
import classes from './UpdateNotice.module.css';

/** Asks for a reload when the server is newer than this tab. Unanswered writes are sent again after the reload. */
export function UpdateNotice() {
  const isOutdated = useLive((state) => state.isOutdated);
  return (
    <div role="status" className={classes.place}>
      {isOutdated && (
        <div className={classes.notice}>
          <p>Marquee has been updated. Reload to see changes live again.</p>
          <Button size="xs" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </div>
      )}
    </div>
  );
}
