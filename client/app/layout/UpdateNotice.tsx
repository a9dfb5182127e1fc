import { Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect } from 'react';
import { useLive } from '../live/live.store.ts';
import classes from './UpdateNotice.module.css';

/** Asks for a reload when the server is newer than this tab. Unanswered writes are sent again after the reload. */
export function UpdateNotice() {
  const isOutdated = useLive((state) => state.isOutdated);
  const { ref, height } = useElementSize();

  // Dialogs leave this space free.
  useEffect(() => {
    document.documentElement.style.setProperty('--notice-space', `${height}px`);
  }, [height]);

  return (
    <div ref={ref} role="status" className={classes.place}>
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
